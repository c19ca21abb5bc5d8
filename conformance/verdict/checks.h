#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "opencl/launch/launch.h"

namespace assay::conformance {

/// The checks that are made of a case beside the comparison of its answer. Campaigns make all of
/// them; `assay check` can leave some out, to show which failures only these find.
class Checks {
 public:
  /// `guards`: the memory around tensors and scratch is unchanged. `inputs`: the tensors and
  /// descriptors that a kernel must not change are unchanged. `poison`: memory holds a pattern
  /// before it is written, and a second launch with another pattern gives the same answer; without
  /// this check memory holds zeros and there is no second launch.
  static constexpr std::array<std::string_view, 3> kNames{"guards", "inputs", "poison"};

  /// All checks but those that `without` names, of kNames.
  explicit Checks(std::set<std::string> without = {}) : without_(std::move(without)) {}

  bool poison() const { return !without_.contains("poison"); }
  /// Whether damage of this kind makes a case Stray.
  bool heeds(opencl::Damage::What what) const;

 private:
  std::set<std::string> without_;
};

}  // namespace assay::conformance
