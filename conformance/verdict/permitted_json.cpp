// Permitted sets as JSON, for other programs to read.
#include "conformance/verdict/permitted_json.h"

#include <cmath>

namespace assay::conformance {
namespace {

using ops::PermittedTensor;
using specs::Json;

Json bound(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

}  // namespace

Json permitted_to_json(const PermittedTensor& p, std::uint64_t position) {
  if (permits_anything(p, position)) return {{"any", true}};
  if (const auto some = alternatives_at(p, position); !some.empty())
    return {{"one_of", Json(std::vector(some.begin(), some.end()))}};
  const std::uint64_t bits = bits_at(p.type, p.bytes, position);
  if (!p.by_intervals()) {
    if (!p.zeros_equal || !is_float(p.type) || float_at(p.type, p.bytes, position) != 0)
      return {{"bits", bits}};
    const std::uint64_t negative = std::uint64_t{1} << (8 * size_of(p.type) - 1);
    return {{"one_of", Json::array({std::uint64_t{0}, negative})}};
  }
  const std::uint8_t also = p.also.empty() ? 0 : p.also[position];
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool empty = p.low[position] > p.high[position];
  double low = empty ? kInfinity : p.low_value(position);
  double high = empty ? -kInfinity : p.high_value(position);
  if (also & PermittedTensor::kPlusInfinity) {
    if (empty) low = kInfinity;
    high = kInfinity;
  }
  if (also & PermittedTensor::kMinusInfinity) {
    if (empty && !(also & PermittedTensor::kPlusInfinity)) high = -kInfinity;
    low = -kInfinity;
  }
  Json json = Json::object();
  if (low <= high) {
    json["low"] = bound(low);
    json["high"] = bound(high);
  }
  if (also & PermittedTensor::kNan) json["nan"] = true;
  if ((also & PermittedTensor::kZero) && !(low <= 0 && 0 <= high)) json["zero"] = true;
  return json;
}

}  // namespace assay::conformance
