// Elements as JSON. Integers stay integers of 64 bits all the way; what JSON cannot say of floats
// is said by strings.
#include "specs/element_json.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <bit>
#include <charconv>
#include <cmath>

#include "ops/float_format.h"

namespace assay::specs {
namespace {

using ops::DataType;

double to_double(DataType type, std::uint64_t bits) {
  switch (type) {
    case DataType::FLOAT16:
      return static_cast<float>(
          Eigen::numext::bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits)));
    case DataType::FLOAT32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

/// Rounded once: a double goes through float to half only where that is exact.
std::uint64_t from_double(DataType type, double value) {
  switch (type) {
    case DataType::FLOAT16: {
      const bool rounds = std::abs(value) <= ops::kFloat16.largest;
      const float f = static_cast<float>(rounds ? ops::kFloat16.round(value) : value);
      return Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(std::copysign(f, value)));
    }
    case DataType::FLOAT32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    default:
      return std::bit_cast<std::uint64_t>(value);
  }
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
      return from_double(type, std::numeric_limits<double>::quiet_NaN());
    }
    if (word == "inf") return from_double(type, std::numeric_limits<double>::infinity());
    if (word == "-inf") return from_double(type, -std::numeric_limits<double>::infinity());
    if (word == "-0") return from_double(type, -0.0);
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
  const std::uint64_t bits = from_double(type, value);
  if (std::isinf(to_double(type, bits)))
    place.fail(fmt::format("{} is out of {}'s range", json.dump(), name_of(type)));
  return bits;
}

}  // namespace assay::specs
