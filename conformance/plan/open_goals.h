#pragma once

#include <cstdint>
#include <vector>

#include "conformance/plan/covering.h"
#include "conformance/plan/goals.h"

namespace assay::conformance {

/// The goals that a covering has not reached yet: edges of rules, values of knobs, pairs of
/// values, and turning points. A value is given by its knob's index in Knobs::all() and its own
/// index.
class OpenGoals {
 public:
  /// `goals` must outlive this.
  OpenGoals(const Goals& goals, Strength strength);

  bool pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) const {
    return pairs_[knobs_.pair(i, a, j, b)];
  }
  bool value(std::size_t knob, std::size_t value) const { return values_[knob][value]; }
  bool edge(std::size_t rule, std::uint8_t bit) const { return edges_[rule] & bit; }
  bool turning_point(std::size_t goal) const { return turning_points_[goal]; }

  /// Whether a case reaches an open goal.
  bool are_reached_by(const specs::Case& c, const Route& route);
  /// How many of the open goals that it reaches are values that a build brings and pairs of such a
  /// value with one of the case.
  std::size_t reached_by_building(const specs::Case& c, const Route& route);
  /// Whether one of the open goals that it reaches is a data type of the case, or its pair with a
  /// value that a build brings.
  bool are_reached_by_types(const specs::Case& c, const Route& route);
  /// The goals that a case reaches are no longer open.
  void close(const specs::Case& c, const Route& route);

 private:
  bool has(std::size_t knob) const { return read_[knob] < knobs_.all()[knob].values.size(); }

  const Knobs& knobs_;
  std::vector<bool> pairs_, turning_points_;
  std::vector<std::vector<bool>> values_;
  /// Bits of specs::Seen.
  std::vector<std::uint8_t> edges_;
  /// What was read of a case.
  std::vector<std::uint8_t> seen_;
  Knobs::Values read_;
  std::vector<std::uint16_t> reached_;
};

}  // namespace assay::conformance
