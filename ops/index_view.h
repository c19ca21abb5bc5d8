#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "ops/problem.h"

namespace assay::ops {

/// Calls `f` with the elements of a packed index tensor, as a span of its own integer type: INT64,
/// INT32, UINT64 or UINT32.
template <class F>
void with_indices(DataType type, const Bytes& bytes, F&& f) {
  switch (type) {
    case DataType::UINT32:
      return f(view<std::uint32_t>(bytes));
    case DataType::UINT64:
      return f(view<std::uint64_t>(bytes));
    case DataType::INT32:
      return f(view<std::int32_t>(bytes));
    case DataType::INT64:
      return f(view<std::int64_t>(bytes));
    default:
      assert(false && "no type of indices");
  }
}

/// The coordinate that an index names along `length` elements; a negative index counts from the
/// end. For an index out of range the result is `length` or more.
template <class Index>
std::uint64_t wrapped(Index index, std::uint64_t length) {
  const std::uint64_t at = static_cast<std::uint64_t>(index);
  return index < Index{0} ? at + length : at;
}

}  // namespace assay::ops
