// One table holds everything that is known about the data types. The row of a type has the number
// of its enumerator's value. The first row and the last two are types that no tensor's elements
// have here. DirectML knows them, so a descriptor may name them, and so they have a row.
#include "ops/data_type.h"

#include <array>

namespace assay::ops {
namespace {

struct Row {
  DataType type;
  std::string_view name;
  std::uint8_t bytes;
  bool is_float, is_signed;
};

constexpr std::array<Row, 14> kRows{{
    {DataType{0}, "UNKNOWN", 1, false, false},
    {DataType::FLOAT32, "FLOAT32", 4, true, true},
    {DataType::FLOAT16, "FLOAT16", 2, true, true},
    {DataType::UINT32, "UINT32", 4, false, false},
    {DataType::UINT16, "UINT16", 2, false, false},
    {DataType::UINT8, "UINT8", 1, false, false},
    {DataType::INT32, "INT32", 4, false, true},
    {DataType::INT16, "INT16", 2, false, true},
    {DataType::INT8, "INT8", 1, false, true},
    {DataType::FLOAT64, "FLOAT64", 8, true, true},
    {DataType::UINT64, "UINT64", 8, false, false},
    {DataType::INT64, "INT64", 8, false, true},
    {DataType{12}, "UINT4", 1, false, false},
    {DataType{13}, "INT4", 1, false, true},
}};

constexpr auto kFirst = static_cast<std::size_t>(DataType::FLOAT32);

constexpr auto kTypes = [] {
  std::array<DataType, static_cast<std::size_t>(DataType::INT64)> types{};
  for (std::size_t i = 0; i < types.size(); ++i) types[i] = kRows[kFirst + i].type;
  return types;
}();

const Row& row(DataType type) { return kRows[static_cast<std::size_t>(type)]; }

}  // namespace

std::span<const DataType> all_data_types() { return kTypes; }

std::string_view name_of(DataType type) { return row(type).name; }

std::optional<DataType> data_type_named(std::string_view name) {
  for (const DataType type : kTypes)
    if (row(type).name == name) return type;
  return std::nullopt;
}

std::size_t size_of(DataType type) { return row(type).bytes; }

bool is_float(DataType type) { return row(type).is_float; }

bool is_signed(DataType type) { return row(type).is_signed; }

}  // namespace assay::ops
