#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>

#include "opencl/launch/launch.h"

namespace assay::conformance {

/// The checks of a case beside that of its answer's values. Campaigns make all of them; a check
/// that is left out shows what it alone finds.
class Checks {
 public:
  /// `guards`: around tensors and scratch. `inputs`: tensors and descriptors that a kernel must not
  /// change. `poison`: what memory holds before it is written, zeros without it, and the second run
  /// with other poison.
  static constexpr std::array<std::string_view, 3> kNames{"guards", "inputs", "poison"};

  /// All but these, of kNames.
  explicit Checks(std::set<std::string> without = {}) : without_(std::move(without)) {}

  bool poison() const { return !without_.contains("poison"); }
  /// Whether such damage counts.
  bool heeds(opencl::Damage::What what) const;

 private:
  std::set<std::string> without_;
};

}  // namespace assay::conformance
