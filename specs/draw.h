#pragma once

#include <cstdint>
#include <optional>

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::specs {

struct Limits {
  /// The greatest number of elements of all tensors of a case together.
  std::uint64_t max_elements = std::uint64_t{1} << 19;
};

/// What the cases of a batch have in common.
struct Head {
  const Spec* spec = nullptr;
  Level level;
  /// The data types by tensor place, as the numbers of their enumerators.
  ops::List types;
  /// The freely drawn sizes of a case multiply to at most a number in 4^size_class ..
  /// 4^(size_class+1) − 1.
  unsigned size_class = 0;
  /// The place of a tensor that is wide: it has more than 65,536 elements, if such a case is found
  /// soon. Else the case is a large one.
  std::optional<std::size_t> wide = {};
  /// Whether all other tensors that are there are to be wide, too, if such a case is found soon.
  bool all_wide = false;
};

/// The largest size class that `limits` permit.
unsigned largest_size_class(const Limits& limits);
/// Whether they permit cases with a wide tensor.
bool permits_wide(const Limits& limits);

/// Draws a head; its size class is mostly small. If `levels` is not empty, the level is one of
/// them. If `first` is given, it is the data type of the first tensor that is always there,
/// provided that the level supports it.
Head draw_head(const Spec& spec, Chooser& chooser, const Limits& limits = {},
               const std::vector<Level>& levels = {}, std::optional<std::int64_t> first = {});

/// Draws a head with these data types, by tensor place. They must be such that some of `levels`
/// supports them.
Head draw_head(const Spec& spec, const ops::List& types, Chooser& chooser, const Limits& limits,
               const std::vector<Level>& levels);

/// Draws a size class, mostly a small one.
unsigned draw_size_class(Chooser& chooser, const Limits& limits);

/// Draws a valid case under a head: descriptor, strides, sizes in bytes, alignments, fills and
/// seed. The first function writes it into `c`.
void draw(const Head& head, Chooser& chooser, const Limits& limits, Case& c);
Case draw(const Head& head, Chooser& chooser, const Limits& limits = {});

/// Draws a head and then a case under it.
Case draw(const Spec& spec, Chooser& chooser, const Limits& limits = {});

}  // namespace assay::specs
