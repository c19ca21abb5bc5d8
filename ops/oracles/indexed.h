#pragma once

#include "ops/oracles/coordinates.h"

namespace assay::ops {

/// A data type that indices may have.
inline DataType pick_index_type(std::mt19937_64& random) {
  constexpr DataType kTypes[] = {DataType::INT32, DataType::INT64, DataType::UINT32,
                                 DataType::UINT64};
  return pick(random, kTypes);
}

/// An index of that type that lies inside 0..length−1; for a signed type it may count from the end.
inline std::int64_t pick_index(std::mt19937_64& random, DataType type, std::int64_t length) {
  return pick(random, is_signed(type) ? -length : 0, length - 1);
}

/// Random sizes, at most `most` elements along a dimension.
inline List pick_sizes(std::mt19937_64& random, std::int64_t dimensions, std::int64_t most) {
  List sizes;
  for (std::int64_t i = 0; i < dimensions; ++i) sizes.push_back(pick(random, 1, most));
  return sizes;
}

/// Indices along an axis of `sizes`: as many elements as `at` has.
inline Bytes random_indices(std::mt19937_64& random, DataType type, const List& at,
                            std::int64_t length) {
  Bytes bytes(*element_count(at) * size_of(type));
  for (std::uint64_t i = 0; i < *element_count(at); ++i)
    set_bits(type, bytes, i, static_cast<std::uint64_t>(pick_index(random, type, length)));
  return bytes;
}

}  // namespace assay::ops
