#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/plan/case_plan.h"
#include "conformance/plan/pair_coverage.h"
#include "conformance/plan/shard.h"
#include "conformance/plan/tally.h"
#include "conformance/route/route.h"
#include "conformance/run/local_runner.h"
#include "ops/kept_vector.h"
#include "specs/draw.h"

namespace assay::conformance {

/// What to test.
struct CampaignOptions {
  std::vector<const specs::Spec*> operators;
  /// Empty: each operator's interesting ones.
  std::vector<specs::Level> levels;
  /// Ends after this many cases, or this many seconds, whichever comes first.
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  specs::Limits limits;
  /// Only the simplest way to the device: a drawn variant, everything else by default.
  bool plain_routes = false;
  /// A fixed list of cases instead of random ones. Of the other options only `operators`, `seed`
  /// and `shard` have a say then; `cases` is how many there are.
  std::shared_ptr<const CasePlan> plan;
  /// The part of it that is run.
  Shard shard;
  /// One batch in four has invalid descriptors, which must be refused: what backends are asked.
  bool violations = false;
};

/// The batches of a campaign, by number: each drawn from the seed and its number alone, so that any
/// process can draw any batch, and the same seed gives the same cases on any machine and device.
class BatchPlan {
 public:
  explicit BatchPlan(const CampaignOptions& options);

  /// Whether no operator supports any of the levels.
  bool empty() const { return combinations_.empty() && !plan_; }

  /// How many cases batch `index` has: few in the first rounds, so that the first seconds meet
  /// every operator with every data type, and few of large ones.
  std::uint64_t size(std::uint64_t index) const;

  /// The first `count` cases of batch `index`, all of one operator and the same data types.
  void draw(std::uint64_t index, std::uint64_t count, ops::KeptVector<specs::Case>& cases) const;

  /// Of a fixed plan: the route of batch `index`.
  const Route* fixed_route(std::uint64_t index) const {
    return plan_ ? &plan_->batches()[index].route : nullptr;
  }

  bool lists_as_skipped(std::uint64_t index) const {
    return plan_ && plan_->batches()[index].skipped;
  }

  /// The route of batch `index`, whose cases are `cases`, by one of the variants that are offered
  /// (not empty).
  Route draw_route(std::uint64_t index, std::span<const specs::Case> cases,
                   const std::vector<const opencl::Variant*>& offered,
                   const opencl::DeviceInfo& device) const;

 private:
  /// An operator with one of the data types of its first tensor, and the levels that support it.
  struct Combination {
    const specs::Spec* spec;
    std::int64_t type;
    std::vector<specs::Level> levels;
  };

  /// How often all combinations have had a batch before this one.
  std::uint64_t round_of(std::uint64_t index) const { return index / combinations_.size(); }
  specs::SeededChooser case_chooser(std::uint64_t index) const;
  specs::Head draw_head(std::uint64_t index, specs::Chooser& chooser) const;
  /// A case that breaks some rule of the head's operator, at one of the levels asked for.
  specs::Case draw_invalid(const specs::Head& head, specs::Chooser& chooser) const;

  std::uint64_t seed_;
  specs::Limits limits_;
  bool plain_routes_;
  bool violations_;
  std::vector<specs::Level> levels_;
  std::shared_ptr<const CasePlan> plan_;
  std::vector<Combination> combinations_;
};

/// The batches that a shard runs, in order, up to the cases that are asked for of the whole.
class BatchWalk {
 public:
  /// Begins at the shard's first batch from number `from` on.
  BatchWalk(const BatchPlan& plan, const CampaignOptions& options, std::uint64_t from = 0);

  bool at_end() const { return plan_.empty() || (cases_ && position_ >= *cases_); }
  std::uint64_t batch() const { return batch_; }
  /// Cases of the batch.
  std::uint64_t count() const { return count_; }
  void next();
  /// Cases from here to the end, where a number of cases is asked for.
  std::uint64_t left() const;

 private:
  /// Goes on to a batch that is the shard's, at least `batch_`.
  void find_own();

  const BatchPlan& plan_;
  std::optional<std::uint64_t> cases_;
  Shard shard_;
  /// Cases of the whole before `batch_`, where their number is asked for.
  std::uint64_t batch_ = 0, position_ = 0, count_ = 0;
};

/// A batch, run and judged, its failures not yet looked into.
struct BatchResult {
  std::uint64_t index = 0;
  Route route;
  /// Counts of the cases that did not fail, and the pairs of knobs of those that were judged.
  Tally tally;
  PairCoverage pairs;
  struct Failure {
    std::size_t case_index;
    Judgement judgement;
  };
  std::vector<Failure> failures;
  /// For results.csv, where asked for: each case's line, in order, and its verdict.
  std::vector<std::string> lines;
  std::vector<Verdict> verdicts;
  /// Seconds that it took, with what was made ready of the next one meanwhile; those of them spent
  /// in builds; and those in which its cases were drawn, then or before.
  double seconds = 0, build_seconds = 0, draw_seconds = 0;
};

/// Runs cases of one operator and the same data types as batch `index`; with a reason to skip them
/// all, none is run. `with_lines`: for results.csv.
BatchResult run_cases(LocalRunner& runner, std::uint64_t index, std::span<const specs::Case> cases,
                      const Route& route, const std::optional<SkipReason>& skip, bool with_lines);

/// Why a batch that a plan lists as not to be run is skipped.
SkipReason listed();

}  // namespace assay::conformance
