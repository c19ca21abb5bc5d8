#pragma once

#include <array>
#include <cstdint>

#include "specs/case.h"

namespace assay::conformance {

/// How many elements of a spec's outputs permit zero, by the fill of their cases. Such an element
/// says little of a driver that writes nothing.
struct ZeroShare {
  struct Elements {
    std::uint64_t all = 0, zeros = 0;
    double share() const {
      return all ? static_cast<double>(zeros) / static_cast<double>(all) : 0.0;
    }
  };
  std::array<Elements, specs::kFills> by_fill{};
  /// The elements of all fills.
  Elements total() const;
};

/// Draws `draws` small cases from a fixed seed, and asks the oracle of each. The operator must have
/// an oracle.
ZeroShare zero_share(const specs::Spec& spec, std::uint64_t draws);

}  // namespace assay::conformance
