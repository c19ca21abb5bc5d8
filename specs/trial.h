#pragma once

#include <cstdint>
#include <vector>

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::specs {

/// What many draws of a spec show: a spec may be read without error and still have rules that no
/// case meets.
struct Trial {
  /// How many cases were drawn, and the first ones.
  std::uint64_t draws = 0;
  std::vector<Case> first;
  /// For each rule, bits of Seen.
  std::vector<std::uint8_t> seen;
  /// For each rule of the spec's own, the edges that its set had in some case, as bits of Seen. An
  /// end beyond which no value can be written or drawn is no edge.
  std::vector<std::uint8_t> edges;
  /// For each rule, whether a case was made that breaks this rule and no other.
  std::vector<bool> violated;
};

/// Whether some hundred tries give a case that breaks this rule and no other.
bool can_be_violated(const Spec& spec, std::size_t rule, Chooser& chooser);

/// Draws `draws` cases from a fixed seed, and tries to break each rule. Throws Error where the spec
/// leaves a choice no value.
Trial trial_of(const Spec& spec, std::uint64_t draws);

}  // namespace assay::specs
