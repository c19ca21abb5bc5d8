#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay::ops {

/// A tensor's element type: DML_TENSOR_DATA_TYPE, with DirectML's own values (DirectML.h).
enum class DataType : std::uint8_t {
  FLOAT32 = 1,
  FLOAT16 = 2,
  UINT32 = 3,
  UINT16 = 4,
  UINT8 = 5,
  INT32 = 6,
  INT16 = 7,
  INT8 = 8,
  FLOAT64 = 9,
  UINT64 = 10,
  INT64 = 11,
};

/// Every data type, in the order of their values.
std::span<const DataType> all_data_types();

/// DirectML's name without the common prefix: `FLOAT32`.
std::string_view name_of(DataType type);

/// The inverse of name_of; nothing where `name` is no data type.
std::optional<DataType> data_type_named(std::string_view name);

/// Bytes of one element: 1, 2, 4 or 8.
std::size_t size_of(DataType type);

bool is_float(DataType type);

/// Whether the type has negative values: floats and signed integers.
bool is_signed(DataType type);

}  // namespace assay::ops
