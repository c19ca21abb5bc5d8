#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/plan/build_schedule.h"
#include "conformance/plan/campaign_options.h"
#include "conformance/plan/case_plan.h"
#include "conformance/plan/special_batches.h"
#include "conformance/route/left_out.h"
#include "conformance/route/route.h"
#include "ops/kept_vector.h"
#include "specs/draw.h"

namespace assay::conformance {

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

  /// Whether batch `index`, which is of random cases, has one case, with a wide tensor if one is
  /// found.
  bool is_wide(std::uint64_t index) const { return special_.wide_rank(index).has_value(); }

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
  };

  const Combination& combination(std::uint64_t index) const {
    return combinations_[index % combinations_.size()];
  }
  specs::SeededChooser case_chooser(std::uint64_t index) const;
  /// The shape of batch `index`; mostly none.
  std::uint64_t draw_shape(std::uint64_t index) const;
  /// Draws a case that breaks some rule of the head's operator, at one of the requested levels.
  specs::Case draw_invalid(const specs::Head& head, specs::Chooser& chooser) const;

  std::uint64_t seed_;
  specs::Limits limits_;
  bool plain_routes_;
  double shapes_;
  LeftOut without_;
  /// The most cases of a batch of the first round. What a batch costs is its build. Where the cases
  /// are counted, few of them leave more for other builds; where only time is, many cost little.
  std::uint64_t first_size_;
  std::vector<specs::Level> levels_;
  std::shared_ptr<const CasePlan> plan_;
  std::vector<Combination> combinations_;
  SpecialBatches special_;
  std::shared_ptr<BuildSchedule> builds_;
};

}  // namespace assay::conformance
