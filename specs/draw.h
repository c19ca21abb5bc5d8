#pragma once

#include <cstdint>
#include <optional>

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::specs {

struct Limits {
  /// Elements over all tensors of a case.
  std::uint64_t max_elements = std::uint64_t{1} << 18;
};

/// What the cases of a batch have in common.
struct Head {
  const Spec* spec = nullptr;
  Level level;
  /// Data types by tensor place, as their numbers.
  ops::List types;
  /// The freely drawn sizes of a case multiply to 4^size_class .. 4^(size_class+1) − 1 at most.
  unsigned size_class = 0;
};

/// The largest size class that `limits` leave room for.
unsigned largest_size_class(const Limits& limits);

/// Draws a head: mostly small classes. With `levels` not empty, one of these levels; with `first`,
/// of that data type of the first tensor, where the level has it.
Head draw_head(const Spec& spec, Chooser& chooser, const Limits& limits = {},
               const std::vector<Level>& levels = {}, std::optional<std::int64_t> first = {});

/// Draws a valid case under a head: descriptor, strides, sizes in bytes, alignments, fills, seed.
/// `c` becomes it.
void draw(const Head& head, Chooser& chooser, const Limits& limits, Case& c);
Case draw(const Head& head, Chooser& chooser, const Limits& limits = {});

/// Draws a head and a case under it.
Case draw(const Spec& spec, Chooser& chooser, const Limits& limits = {});

}  // namespace assay::specs
