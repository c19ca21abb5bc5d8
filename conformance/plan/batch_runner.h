#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "conformance/plan/batch.h"
#include "conformance/plan/batch_result.h"

namespace assay::conformance {

/// Runs batches of a plan on a runner. If the next batch is known, it is drawn and filled, and the
/// oracle computes its permitted answers, while the device works on the batch before.
class BatchRunner {
 public:
  /// The first `count` cases of batch `index`.
  struct Asked {
    std::uint64_t index, count;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  /// Gives the batch that will be run next, if that is already known. It is called at most once in
  /// a run.
  using Next = std::function<std::optional<Asked>()>;

  /// Both must outlive the BatchRunner.
  BatchRunner(LocalRunner& runner, const BatchPlan& plan) : runner_(runner), plan_(plan) {}

  /// Runs and judges a batch. With `with_lines`, the result has the lines for results.csv.
  BatchResult run(const Asked& batch, bool with_lines, const Next& next = {});

 private:
  /// A batch that is drawn, and perhaps prepared.
  struct Ready {
    Asked asked;
    DrawnBatch batch;
    /// Why none of its cases is run, where that is so.
    std::optional<SkipReason> skip;
    double seconds = 0;
  };
  void draw(const Asked& batch, Ready& ready) const;
  void look_ahead(const Next& next) noexcept;

  LocalRunner& runner_;
  const BatchPlan& plan_;
  Ready now_, ahead_;
  /// Whether `ahead_` has a drawn batch.
  bool is_ahead_ = false;
};

}  // namespace assay::conformance
