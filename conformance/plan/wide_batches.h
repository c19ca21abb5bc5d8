#pragma once

#include <cstdint>
#include <optional>

#include "ops/descriptor.h"
#include "specs/chooser.h"

namespace assay::conformance {

/// The turn of an operator's data type in a campaign of random cases.
struct TypeTurn {
  /// How often every data type had a batch before.
  std::uint64_t round;
  /// The number of the data type, and how many the operator has.
  std::uint64_t type, types;
};

/// A kernel that goes wrong behind 65,536 elements of a tensor shows it in no other case. So of
/// 50,000 cases of one operator, some 200 batches, about twelve batches are of one case with a
/// wide tensor (specs::Head::wide), by turns of its data types. Later they are rarer, as they take
/// time. Gives how many of the data type came before this turn and, so that not all data types
/// begin with the same variant, adds the data type's number; nothing where the turn is none of
/// them.
std::optional<std::uint64_t> wide_rank(const TypeTurn& turn);

/// The place of the tensor that is to be wide: mostly an output, since kernels have an item for
/// each element of an output, or for a few. It is one that no case leaves out.
std::size_t wide_place(const ops::Signature& signature, specs::Chooser& chooser);

}  // namespace assay::conformance
