// Data are made from a hash of seed and position. Each fill is a function from 64 random bits to
// one element's bit pattern. For floats the function depends on their format, so that FLOAT16,
// FLOAT32 and FLOAT64 share it.
#include "specs/value_fill.h"

#include <bit>
#include <cstring>

#include "ops/hash.h"

namespace assay::specs {
namespace {

using ops::DataType;

struct Format {
  int bits, mantissa;  // `mantissa` is the number of stored bits; it is 0 for integers
  bool is_signed;

  constexpr bool is_float() const { return mantissa > 0; }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  constexpr std::uint64_t fraction_mask() const { return (std::uint64_t{1} << mantissa) - 1; }
  constexpr std::uint64_t exponent_mask() const { return (sign() - 1) & ~fraction_mask(); }
  constexpr int bias() const { return (1 << (bits - mantissa - 2)) - 1; }
};

constexpr Format format_of(DataType type) {
  switch (type) {
    case DataType::FLOAT16:
      return {16, 10, true};
    case DataType::FLOAT32:
      return {32, 23, true};
    case DataType::FLOAT64:
      return {64, 52, true};
    case DataType::INT8:
      return {8, 0, true};
    case DataType::INT16:
      return {16, 0, true};
    case DataType::INT32:
      return {32, 0, true};
    case DataType::INT64:
      return {64, 0, true};
    case DataType::UINT8:
      return {8, 0, false};
    case DataType::UINT16:
      return {16, 0, false};
    case DataType::UINT32:
      return {32, 0, false};
    default:
      return {64, 0, false};
  }
}

/// The bit pattern of a small integer.
std::uint64_t integer_bits(Format f, int value) {
  if (!f.is_float()) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  if (value == 0) return 0;
  const std::uint64_t magnitude = static_cast<std::uint64_t>(value < 0 ? -value : value);
  const int exponent = static_cast<int>(std::bit_width(magnitude)) - 1;
  const std::uint64_t fraction = (magnitude << (f.mantissa - exponent)) & f.fraction_mask();
  return (value < 0 ? f.sign() : 0) |
         (static_cast<std::uint64_t>(exponent + f.bias()) << f.mantissa) | fraction;
}

/// A number in −8..8, or in 0..16 if the format has no sign.
std::uint64_t small_integer(Format f, std::uint64_t h) {
  const int v = static_cast<int>(h % 17);
  return integer_bits(f, f.is_signed ? v - 8 : v);
}

/// Floats have magnitudes from 2^-4 to 2^4, and every fraction bit is random. Integers have all
/// widths.
std::uint64_t distinct(Format f, std::uint64_t h) {
  if (!f.is_float()) return h;
  const std::uint64_t exponent = static_cast<std::uint64_t>(f.bias() - 4) + (h >> 56) % 8;
  return (h & (f.sign() | f.fraction_mask())) | (exponent << f.mantissa);
}

/// One of few values, so that equal ones meet, and zeros meet others. Elements that are summed up
/// are finite.
std::uint64_t one_of_few(Format f, std::uint64_t h, bool summed) {
  const std::uint64_t infinity = f.exponent_mask();
  const bool finite = summed || !f.is_float();
  switch (h >> 62) {
    case 0:
      return 0;
    case 1:
      return integer_bits(f, 1);
    case 2:
      return integer_bits(f, -1);
    default:
      if (finite) return small_integer(f, h);
      switch ((h >> 60) % 4) {
        case 0:
          return infinity;
        case 1:
          return f.sign() | infinity;
        default:
          return infinity | std::uint64_t{1} << (f.mantissa - 1);
      }
  }
}

std::uint64_t special_float(Format f, std::uint64_t h) {
  const std::uint64_t infinity = f.exponent_mask(), quiet = std::uint64_t{1} << (f.mantissa - 1);
  const std::uint64_t payload = (h & (quiet - 1)) | 1;
  const std::uint64_t sign = h >> 63 ? f.sign() : 0;
  switch ((h >> 56) % 12) {
    case 0:
      return sign;
    case 1:
      return sign | infinity;
    case 2:
      return sign | infinity | quiet | payload;
    case 3:
      return sign | infinity | payload;  // a signalling NaN
    case 4:
      return sign | payload;  // a denormal
    case 5:
      return sign | 1;  // the smallest denormal
    case 6:
      return sign | f.fraction_mask();  // the largest denormal
    case 7:
      return sign | (std::uint64_t{1} << f.mantissa);  // the smallest normal
    case 8:
      return sign | (infinity - 1);  // the largest finite value
    case 9:
      return sign | (static_cast<std::uint64_t>(f.bias()) << f.mantissa);  // one
    case 10:
      return sign | infinity | quiet;
    default:
      return small_integer(f, h);
  }
}

std::uint64_t special_integer(Format f, std::uint64_t h) {
  const std::uint64_t all = f.sign() | (f.sign() - 1);
  switch ((h >> 56) % 8) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return all;
    case 3:
      return f.sign();
    case 4:
      return f.sign() - 1;
    case 5:
      return f.sign() + 1;
    case 6:
      return std::uint64_t{1} << (h % static_cast<std::uint64_t>(f.bits));
    default:
      return small_integer(f, h);
  }
}

/// Writes `count` elements of a size; `make` gives the bit pattern of one from 64 random bits.
template <class T, class Make>
void fill_as(const Make& make, std::uint64_t key, std::uint64_t count, std::byte* out) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const T bits = static_cast<T>(make(ops::random_at(key, i)));
    std::memcpy(out + i * sizeof(T), &bits, sizeof(T));
  }
}

template <class Make>
void fill_with(DataType type, std::uint64_t key, std::uint64_t count, std::byte* out,
               const Make& make) {
  switch (size_of(type)) {
    case 1:
      return fill_as<std::uint8_t>(make, key, count, out);
    case 2:
      return fill_as<std::uint16_t>(make, key, count, out);
    case 4:
      return fill_as<std::uint32_t>(make, key, count, out);
    default:
      return fill_as<std::uint64_t>(make, key, count, out);
  }
}

}  // namespace

void fill_values(Fill fill, DataType type, std::uint64_t key, std::int64_t terms,
                 std::uint64_t count, std::span<std::byte> out) {
  const Format f = format_of(type);
  // Each fill has a loop of its own, so that no element asks which fill it is.
  const auto fill_all = [&](const auto& make) { fill_with(type, key, count, out.data(), make); };
  switch (fill) {
    case Fill::Distinct:
      return fill_all([f](std::uint64_t h) { return distinct(f, h); });
    case Fill::Edges:
      // Small integers are often equal, and they are counts of bits to shift by.
      if (f.is_float()) return fill_all([f](std::uint64_t h) { return distinct(f, h); });
      [[fallthrough]];
    case Fill::Integers:
      return fill_all([f](std::uint64_t h) { return small_integer(f, h); });
    case Fill::Bits:
      return fill_all([](std::uint64_t h) { return h; });
    case Fill::Zeros:
      return fill_all([f](std::uint64_t h) -> std::uint64_t {
        if ((h >> 32) % 8) return 0;
        return h >> 63 && f.is_float() ? f.sign() : small_integer(f, h);
      });
    case Fill::Few:
      return fill_all(
          [f, summed = terms > 1](std::uint64_t h) { return one_of_few(f, h, summed); });
    case Fill::Special: {
      // A third of the elements is special. Of elements that are summed up, fewer are special:
      // about one in two sums has one.
      const auto value = [f](std::uint64_t h, std::uint64_t others) {
        if (others) return small_integer(f, h);
        return f.is_float() ? special_float(f, h) : special_integer(f, h);
      };
      // A remainder by a constant is much faster than one by a variable.
      if (terms <= 1) return fill_all([value](std::uint64_t h) { return value(h, (h >> 16) % 3); });
      return fill_all([value, sparse = 2 * static_cast<std::uint64_t>(terms)](std::uint64_t h) {
        return value(h, (h >> 16) % sparse);
      });
    }
  }
}

}  // namespace assay::specs
