#include "conformance/verdict/element_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::conformance {

using ops::DataType;
using ops::PermittedTensor;

std::string describe_value(DataType type, std::uint64_t bits) {
  ops::Bytes bytes(8);
  set_bits(type, bytes, 0, bits);
  const std::string hex = fmt::format("0x{:0{}x}", bits, 2 * size_of(type));
  if (!is_float(type)) {
    if (type == DataType::UINT64) return fmt::format("{} ({})", bits, hex);
    return fmt::format("{} ({})", integer_at(type, bytes, 0), hex);
  }
  const double value = float_at(type, bytes, 0);
  if (type == DataType::FLOAT64) return fmt::format("{} ({})", value, hex);
  return fmt::format("{} ({})", static_cast<float>(value), hex);
}

std::string describe_permitted(const PermittedTensor& p, std::uint64_t position) {
  if (permits_anything(p, position)) return "anything";
  if (const auto some = alternatives_at(p, position); !some.empty()) {
    std::string text = "one of";
    constexpr std::size_t kShown = 4;
    for (std::size_t k = 0; k < std::min(some.size(), kShown); ++k)
      text += fmt::format("{} {}", k ? "," : "", describe_value(p.type, some[k]));
    if (some.size() > kShown) text += fmt::format(", … ({} values)", some.size());
    return text;
  }
  if (!p.by_intervals()) {
    const std::string value = describe_value(p.type, bits_at(p.type, p.bytes, position));
    return p.zeros_equal && is_float(p.type) && float_at(p.type, p.bytes, position) == 0
               ? value + " or its negative"
               : value;
  }
  std::string text;
  if (p.low[position] <= p.high[position]) {
    const float low = p.low_value(position), high = p.high_value(position);
    text = low == high ? fmt::format("{}", low) : fmt::format("{} .. {}", low, high);
  }
  const std::uint8_t also = p.also.empty() ? 0 : p.also[position];
  for (const auto& [flag, name] :
       {std::pair{PermittedTensor::kPlusInfinity, "inf"},
        std::pair{PermittedTensor::kMinusInfinity, "-inf"}, std::pair{PermittedTensor::kNan, "NaN"},
        std::pair{PermittedTensor::kZero, "0"}})
    if (also & flag) text += (text.empty() ? "" : " or ") + std::string(name);
  return text;
}

ops::List coordinates_of(const ops::List& sizes, std::uint64_t position) {
  ops::List coordinates(sizes.size(), 0);
  for (std::size_t i = sizes.size(); i-- > 0;) {
    coordinates[i] = static_cast<std::int64_t>(position % static_cast<std::uint64_t>(sizes[i]));
    position /= static_cast<std::uint64_t>(sizes[i]);
  }
  return coordinates;
}

}  // namespace assay::conformance
