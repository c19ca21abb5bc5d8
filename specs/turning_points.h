#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The numbers at which code changes its mind: 2^7 … 2^63, their neighbours, small odd multiples of
/// these, and numbers that compilers divide and multiply by in their own ways. They are in kinds,
/// such as `2^16-1`.
namespace assay::specs {

struct TurningPoint {
  std::int64_t number;
  std::size_t kind;
};

/// All of them that are at most 2^63 − 1, ascending.
const std::vector<TurningPoint>& turning_points();

/// The number of kinds: three for each power of two, and one for each factor.
std::size_t turning_kinds();

/// The name of a kind. `2^16-1` is 2^16 − 1, 3 * 2^16 − 1 and 5 * 2^16 − 1; `n*1000` is 1000 times
/// 1, 2, 3, 4 and 7. A multiple of several factors is of the kind of the greatest: 20 is `n*10`.
std::string turning_kind_name(std::size_t kind);

/// The kind of a number, or of its magnitude if it is negative; nothing if it is no turning point.
std::optional<std::size_t> turning_kind(std::int64_t number);

}  // namespace assay::specs
