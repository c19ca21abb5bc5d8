#pragma once

#include <string>
#include <vector>

#include "conformance/route/route.h"

namespace assay::conformance {

/// Values of a route's fields that random campaigns leave out, so that a known fault of a driver
/// does not use up their time.
class LeftOut {
 public:
  LeftOut() = default;
  /// Each text is a field with a value, as a case line has them: `memory=far`. Throws Error for
  /// another text, and for a field's default, which always remains.
  explicit LeftOut(std::vector<std::string> texts);

  const std::vector<std::string>& texts() const { return texts_; }

  /// Gives the fields whose values are left out their defaults.
  void apply(Route& route) const;

 private:
  std::vector<std::string> texts_;
  /// A route for each text, with all other fields at their defaults.
  std::vector<Route> values_;
};

}  // namespace assay::conformance
