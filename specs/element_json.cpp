// Elements are written and read as JSON. Integers stay 64-bit integers all the way. Float values
// that JSON numbers cannot express are strings.
#include "specs/element_json.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "ops/arithmetic/float_format.h"
#include "ops/problem.h"

namespace assay::specs {
namespace {

using ops::DataType;

double to_double(DataType type, std::uint64_t bits) {
  ops::Bytes one(size_of(type));
  ops::set_bits(type, one, 0, bits);
  return ops::float_at(type, one, 0);
}

std::uint64_t to_half(double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::abs(value);
  if (std::isnan(value)) return 0x7e00;
  if (magnitude >= ops::kFloat16.overflow) return sign | 0x7c00;
  // If the bits of a half are read as an integer, they count the halves below it: 1024 in each
  // binade.
  const double rounded =
      magnitude > ops::kFloat16.largest ? ops::kFloat16.largest : ops::kFloat16.round(magnitude);
  const int exponent = std::max(rounded > 0 ? std::ilogb(rounded) : -14, -14);
  const auto units = static_cast<std::uint64_t>(std::ldexp(rounded, 10 - exponent));
  return sign | ((static_cast<std::uint64_t>(exponent + 14) << 10) + units);
}

std::uint64_t mask(DataType type) {
  return size_of(type) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size_of(type))) - 1;
}

std::int64_t sign_extended(DataType type, std::uint64_t bits) {
  const int spare = 64 - 8 * static_cast<int>(size_of(type));
  return static_cast<std::int64_t>(bits << spare) >> spare;
}

std::uint64_t word_to_bits(DataType type, const std::string& word, const JsonPlace& place,
                           bool& any_nan) {
  if (word.starts_with("0x")) {
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(word.data() + 2, word.data() + word.size(), bits, 16);
    if (error != std::errc() || end != word.data() + word.size() || word.size() == 2)
      place.fail(fmt::format("\"{}\" is no bit pattern", word));
    if (bits & ~mask(type)) place.fail(fmt::format("{} is wider than {}", word, name_of(type)));
    return bits;
  }
  if (is_float(type)) {
    if (word == "nan") {
      any_nan = true;
      return float_bits(type, std::numeric_limits<double>::quiet_NaN());
    }
    if (word == "inf") return float_bits(type, std::numeric_limits<double>::infinity());
    if (word == "-inf") return float_bits(type, -std::numeric_limits<double>::infinity());
    if (word == "-0") return float_bits(type, -0.0);
  }
  place.fail(fmt::format("\"{}\" is no value of {}", word, name_of(type)));
}

std::uint64_t integer_to_bits(DataType type, const JsonPlace& place) {
  const Json& json = place.json();
  const auto out_of_range = [&] {
    place.fail(fmt::format("{} is out of {}'s range", json.dump(), name_of(type)));
  };
  if (!json.is_number_integer())
    place.fail(fmt::format("must be an integer, as {}", name_of(type)));
  if (json.is_number_unsigned()) {
    const std::uint64_t value = json.get<std::uint64_t>();
    if (value > (is_signed(type) ? mask(type) >> 1 : mask(type))) out_of_range();
    return value;
  }
  const std::int64_t value = json.get<std::int64_t>();
  const std::uint64_t bits = static_cast<std::uint64_t>(value) & mask(type);
  if (!is_signed(type) || sign_extended(type, bits) != value) out_of_range();
  return bits;
}

}  // namespace

std::uint64_t float_bits(DataType type, double value) {
  switch (type) {
    case DataType::FLOAT16:
      return to_half(value);
    case DataType::FLOAT32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    default:
      return std::bit_cast<std::uint64_t>(value);
  }
}

Json element_to_json(DataType type, std::uint64_t bits) {
  if (!is_float(type)) return is_signed(type) ? Json(sign_extended(type, bits)) : Json(bits);
  const double value = to_double(type, bits);
  if (std::isnan(value)) return fmt::format("0x{:0{}x}", bits, 2 * size_of(type));
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == 0) return std::signbit(value) ? Json("-0") : Json(0);
  return value;
}

std::uint64_t element_from_json(DataType type, const JsonPlace& place, bool& any_nan) {
  const Json& json = place.json();
  if (json.is_string()) return word_to_bits(type, json.get<std::string>(), place, any_nan);
  if (!json.is_number()) place.fail("must be a number or a string");
  if (!is_float(type)) return integer_to_bits(type, place);
  const double value = json.get<double>();
  const std::uint64_t bits = float_bits(type, value);
  if (std::isinf(to_double(type, bits)))
    place.fail(fmt::format("{} is out of {}'s range", json.dump(), name_of(type)));
  return bits;
}

}  // namespace assay::specs
