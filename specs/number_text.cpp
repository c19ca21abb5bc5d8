// Standard conversions print and read the shortest decimals of FLOAT32 and FLOAT64. For FLOAT16,
// decimals of more and more digits are tried.
#include "specs/number_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "ops/problem.h"
#include "ops/value_key.h"
#include "specs/element_json.h"

namespace assay::specs {
namespace {

using ops::DataType;

template <class T>
std::optional<T> read(std::string_view text, int base = 10) {
  T value{};
  std::from_chars_result result{};
  if constexpr (std::is_floating_point_v<T>)
    result = std::from_chars(text.data(), text.data() + text.size(), value);
  else
    result = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

double value_of(DataType type, std::uint64_t bits) {
  ops::Bytes one(size_of(type));
  ops::set_bits(type, one, 0, bits);
  return ops::float_at(type, one, 0);
}

std::string shortest(DataType type, std::uint64_t bits) {
  const double value = value_of(type, bits);
  if (type == DataType::FLOAT64) return fmt::format("{}", value);
  if (type == DataType::FLOAT32) return fmt::format("{}", static_cast<float>(value));
  constexpr int kEnough = 5;
  for (int digits = 1;; ++digits) {
    const double decimal = *read<double>(fmt::format("{:.{}g}", value, digits));
    if (float_bits(type, decimal) == bits || digits == kEnough) return fmt::format("{}", decimal);
  }
}

std::optional<std::uint64_t> float_from_text(DataType type, std::string_view text) {
  if (text == "nan") return float_bits(type, std::numeric_limits<double>::quiet_NaN());
  if (text == "inf") return float_bits(type, std::numeric_limits<double>::infinity());
  if (text == "-inf") return float_bits(type, -std::numeric_limits<double>::infinity());
  // The standard conversion takes other spellings of these, too.
  if (text.find_first_not_of("+-.0123456789e") != text.npos) return std::nullopt;
  if (type == DataType::FLOAT32) {
    const auto value = read<float>(text);
    return value ? std::optional(float_bits(type, double{*value})) : std::nullopt;
  }
  const auto value = read<double>(text);
  if (!value) return std::nullopt;
  const std::uint64_t bits = float_bits(type, *value);
  return std::isinf(value_of(type, bits)) ? std::nullopt : std::optional(bits);
}

}  // namespace

std::string number_text(DataType type, std::uint64_t bits) {
  if (type == DataType::UINT64) return std::to_string(bits);
  if (!is_float(type)) return std::to_string(ops::key_of(type, bits));
  const double value = value_of(type, bits);
  if (!std::isnan(value)) return shortest(type, bits);
  if (bits == float_bits(type, std::numeric_limits<double>::quiet_NaN())) return "nan";
  return fmt::format("0x{:0{}x}", bits, 2 * size_of(type));
}

std::optional<std::uint64_t> number_from_text(DataType type, std::string_view text) {
  if (text.starts_with("0x")) {
    const auto bits = read<std::uint64_t>(text.substr(2), 16);
    const bool fits = bits && ops::bits_of_key(type, ops::key_of(type, *bits)) == *bits;
    return fits ? bits : std::nullopt;
  }
  if (is_float(type)) return float_from_text(type, text);
  if (type == DataType::UINT64) return read<std::uint64_t>(text);
  const auto value = read<std::int64_t>(text);
  if (!value || !ops::keys_of(type).contains(*value)) return std::nullopt;
  return ops::bits_of_key(type, *value);
}

}  // namespace assay::specs
