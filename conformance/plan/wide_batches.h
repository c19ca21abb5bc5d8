#pragma once

#include <cstdint>
#include <optional>

#include "ops/descriptor.h"
#include "specs/draw.h"

namespace assay::conformance {

/// The turn of an operator's data type in a campaign of random cases.
struct TypeTurn {
  /// How often every data type had a batch before.
  std::uint64_t round;
  /// The number of the data type, and how many the operator has.
  std::uint64_t type, types;
};

/// A kernel that goes wrong behind 65,536 elements of a tensor shows it in no other case. So of
/// 50,000 cases of one operator, some 200 batches, about sixteen batches are of one case with a
/// wide tensor (specs::Head::wide). Later they are rarer, as they take time. Gives how many of the
/// operator's batches before were such, or nothing where the turn is none of them.
std::optional<std::uint64_t> wide_rank(const TypeTurn& turn);

/// Says in a head which tensors are wide in its operator's wide batch number `number` by one
/// variant: in the first all, or at least the first output; and in the batches behind it one by
/// one each tensor that no case leaves out.
void set_wide(std::uint64_t number, specs::Head& head);

}  // namespace assay::conformance
