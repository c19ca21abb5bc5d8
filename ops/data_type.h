#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay::ops {

/// The type of a tensor's elements (DML_TENSOR_DATA_TYPE). The enumerators have DirectML's own
/// values (DirectML.h).
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

/// Every data type, in the order of the enumerators' values.
std::span<const DataType> all_data_types();

/// The type's DirectML name without the common prefix, such as `FLOAT32`.
std::string_view name_of(DataType type);

/// The inverse of name_of; nothing if no data type has this name.
std::optional<DataType> data_type_named(std::string_view name);

/// The bytes of one element: 1, 2, 4 or 8.
std::size_t size_of(DataType type);

bool is_float(DataType type);

/// Whether the type has negative values, as floats and signed integers do.
bool is_signed(DataType type);

}  // namespace assay::ops
