#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "ops/error.h"
#include "ops/list.h"
#include "ops/tensor.h"

/// The values in the lines of cases. What reads them throws Error with the column.
namespace assay::specs {

/// A part of the line, which knows its column in the line.
struct Field {
  std::string_view text;
  std::size_t column;

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("column {}: {}", column, what));
  }
  Field from(std::size_t at) const { return {text.substr(at), column + at}; }
  Field up_to(std::size_t at) const { return {text.substr(0, at), column}; }
};

/// The integer that the field is, in low..high.
template <class T>
T number(const Field& field, T low, T high) {
  T value{};
  const char* end = field.text.data() + field.text.size();
  const auto [at, error] = std::from_chars(field.text.data(), end, value);
  if (error == std::errc::result_out_of_range && at == end)
    field.fail(fmt::format("{} is not in {} .. {}", field.text, low, high));
  if (error != std::errc() || at != end || (field.text.size() > 1 && field.text[0] == '0') ||
      field.text.starts_with("-0"))
    field.fail(fmt::format("\"{}\" is not an integer", field.text));
  if (value < low || value > high)
    field.fail(fmt::format("{} is not in {} .. {}", field.text, low, high));
  return value;
}

/// Integers with `x` between them; none where the text is empty.
ops::List parse_list(Field field, std::int64_t low, std::int64_t high);

/// The key of a number of the type, and those of numbers with `x` between them.
std::int64_t parse_number(const Field& field, ops::DataType type);
ops::List parse_numbers(Field field, ops::DataType type);

/// A tensor as in `FLOAT32.2x3/3x1#24~64`.
ops::TensorDesc parse_tensor(Field field);

}  // namespace assay::specs
