#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/plan/build_schedule.h"
#include "conformance/plan/case_plan.h"
#include "conformance/plan/covered.h"
#include "conformance/plan/shard.h"
#include "conformance/plan/tally.h"
#include "conformance/route/left_out.h"
#include "conformance/route/route.h"
#include "conformance/run/local_runner.h"
#include "ops/kept_vector.h"
#include "specs/draw.h"

namespace assay::conformance {

/// What a campaign tests, and how much of it.
struct CampaignOptions {
  std::vector<const specs::Spec*> operators;
  /// Whether they were named, so that each has to be tested.
  bool named = false;
  /// The levels to test. If it is empty, they are each operator's interesting levels.
  std::vector<specs::Level> levels;
  /// The campaign ends after this many cases or this many seconds, whichever comes first.
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  specs::Limits limits;
  /// Whether routes have only a drawn variant, and the defaults for everything else.
  bool plain_routes = false;
  /// The share of the batches whose kernels get a drawn shape, 0 .. 1.
  double shapes = 0;
  /// Values that drawn routes do not have.
  LeftOut without;
  /// A fixed list of cases instead of random ones. Of the other options only `operators`, `seed`
  /// and `shard` are used then, and `cases` must be the number of its cases.
  std::shared_ptr<const CasePlan> plan;
  /// The part of the campaign that is run.
  Shard shard;
  /// Whether one batch in four has invalid descriptors, which must be refused. This is used for
  /// backends.
  bool violations = false;
};

/// The cases of a batch, and the route on which it runs.
struct DrawnBatch {
  ops::KeptVector<specs::Case> cases;
  Route route;
};

/// The batches of a campaign, by number. Each batch is drawn from the seed and its number only. So
/// any process can draw any batch, and the same seed gives the same cases on any machine and
/// device. What a driver has to build for a batch follows from them, too (BuildSchedule).
class BatchPlan {
 public:
  /// `kernels` must outlive the plan. If it is null, they are the kernels built in. The number and
  /// the sizes of the batches do not depend on it.
  explicit BatchPlan(const CampaignOptions& options, KernelLibrary* kernels = nullptr);

  /// Whether no operator supports any of the levels.
  bool empty() const { return combinations_.empty() && !plan_; }

  /// The name of the operator of batch `index`.
  std::string_view operator_name(std::uint64_t index) const;
  /// A number that is the same for all batches of an operator.
  std::uint64_t group(std::uint64_t index) const;

  /// What else of the operator of batch `index`, which is of random cases, will be built with the
  /// same options.
  std::vector<opencl::BuildUnit> built_with(std::uint64_t index) const;

  /// What batch `index`, which is of random cases, builds or was built before it.
  BuildSchedule::Choice build_of(std::uint64_t index) const;

  /// The number of cases of batch `index`. It is smaller in the first rounds, so that these soon
  /// meet every operator with every data type, and small for large cases.
  std::uint64_t size(std::uint64_t index) const;

  /// Draws the first `count` cases of batch `index`, or all cases of a batch of a fixed plan. All
  /// are of one operator and the same data types.
  void draw(std::uint64_t index, std::uint64_t count, ops::KeptVector<specs::Case>& cases) const;

  /// The route of batch `index` of a fixed plan; null for random cases.
  const Route* fixed_route(std::uint64_t index) const {
    return plan_ ? &plan_->batches()[index].route : nullptr;
  }

  bool lists_as_skipped(std::uint64_t index) const {
    return plan_ && plan_->batches()[index].skipped;
  }

  /// Draws the route of batch `index`, whose cases are `cases`: with the variant of its build key
  /// where that is in `offered`, or else with one that is. `offered` must not be empty for random
  /// cases.
  Route draw_route(std::uint64_t index, std::span<const specs::Case> cases,
                   const std::vector<const opencl::Variant*>& offered,
                   const opencl::DeviceInfo& device) const;

 private:
  /// An operator with one of the data types of its first tensor, and the levels that support it.
  struct Combination {
    const specs::Spec* spec;
    std::int64_t type;
    std::vector<specs::Level> levels;
    /// How many combinations of the operator stand before this one, and how many it has.
    std::uint64_t place, of_operator = 0;
  };

  /// How often every combination had a batch before the round of this batch.
  std::uint64_t round_of(std::uint64_t index) const { return index / combinations_.size(); }
  const Combination& combination(std::uint64_t index) const {
    return combinations_[index % combinations_.size()];
  }
  specs::SeededChooser case_chooser(std::uint64_t index) const;
  /// 1000 or 100 if batch `index`, which is of random cases, is launched so often; else 1, and the
  /// route decides. A batch that is launched so often has one small case.
  std::uint64_t often_launched(std::uint64_t index) const;
  /// The rank (wide_batches.h) of batch `index` if it has one case, with a wide tensor.
  std::optional<std::uint64_t> wide_rank(std::uint64_t index) const;
  /// Whether batch `index` has invalid cases.
  bool is_violating(std::uint64_t index) const;
  /// The shape of batch `index`; mostly none.
  std::uint64_t draw_shape(std::uint64_t index) const;
  /// Draws a case that breaks some rule of the head's operator, at one of the requested levels.
  specs::Case draw_invalid(const specs::Head& head, specs::Chooser& chooser) const;

  std::uint64_t seed_;
  specs::Limits limits_;
  bool plain_routes_;
  double shapes_;
  LeftOut without_;
  bool violations_;
  /// The most cases of a batch of the first round. What a batch costs is its build. Where the cases
  /// are counted, few of them leave more for other builds; where only time is, many cost little.
  std::uint64_t first_size_;
  std::vector<specs::Level> levels_;
  std::shared_ptr<const CasePlan> plan_;
  std::vector<Combination> combinations_;
  std::shared_ptr<BuildSchedule> builds_;
};

/// The batches that a shard runs, in order, up to the number of cases that is requested for all
/// shards together.
class BatchWalk {
 public:
  /// Begins at the first batch of the shard whose number is at least `from`.
  BatchWalk(const BatchPlan& plan, const CampaignOptions& options, std::uint64_t from = 0);

  bool at_end() const { return plan_.empty() || (cases_ && position_ >= *cases_); }
  std::uint64_t batch() const { return batch_; }
  /// The number of cases of the batch.
  std::uint64_t count() const { return count_; }
  void next();
  /// The number of cases from here to the end. The options must name a number of cases.
  std::uint64_t left() const;

 private:
  /// Goes to the first batch of the shard whose number is at least `batch_`.
  void find_own();

  const BatchPlan& plan_;
  std::optional<std::uint64_t> cases_;
  Shard shard_;
  /// The current batch; the number of cases of all shards before it, if a number of cases is
  /// requested; and the number of its own cases.
  std::uint64_t batch_ = 0, position_ = 0, count_ = 0;
};

/// A batch that was run and judged. Its failures are not yet investigated.
struct BatchResult {
  std::uint64_t index = 0;
  Route route;
  /// The counts of the cases that did not fail, and what those among them had that were judged.
  Tally tally;
  Covered covered;
  struct Failure {
    std::size_t case_index;
    Judgement judgement;
  };
  std::vector<Failure> failures;
  /// The line of each case, in order, and its verdict. They are for results.csv, and empty if not
  /// requested.
  std::vector<std::string> lines;
  std::vector<Verdict> verdicts;
  /// The seconds that the batch took, including the preparation of the next batch meanwhile; and
  /// the seconds in which its cases were drawn, then or before.
  double seconds = 0, draw_seconds = 0;
  /// What was built for the batch.
  opencl::Builds builds;
};

/// Runs cases of one operator and the same data types as batch `index`. With `skip`, none is run,
/// and all are skipped for that reason. With `with_lines`, the result has the lines for
/// results.csv.
BatchResult run_cases(LocalRunner& runner, std::uint64_t index, std::span<const specs::Case> cases,
                      const Route& route, const std::optional<SkipReason>& skip, bool with_lines);

/// The reason for skipping a batch that a plan lists as not to be run.
SkipReason listed();

}  // namespace assay::conformance
