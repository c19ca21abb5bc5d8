// Compares the expected answers of case files with the oracle. Where they differ, the case file or
// the oracle is wrong; no driver is at fault.
#include "conformance/verdict/expectation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "conformance/verdict/element_text.h"

namespace assay::conformance {
namespace {

using ops::PermittedTensor;

bool is_nan(ops::DataType type, std::uint64_t bits) {
  ops::Bytes bytes(8);
  set_bits(type, bytes, 0, bits);
  return std::isnan(float_at(type, bytes, 0));
}

/// Whether some NaN is permitted at a position.
bool permits_nan(const PermittedTensor& p, std::uint64_t i) {
  if (permits_anything(p, i)) return true;
  if (const auto some = alternatives_at(p, i); !some.empty())
    return std::any_of(some.begin(), some.end(),
                       [&](std::uint64_t bits) { return is_nan(p.type, bits); });
  if (p.by_intervals()) return !p.also.empty() && (p.also[i] & PermittedTensor::kNan);
  return is_nan(p.type, bits_at(p.type, p.bytes, i));
}

/// Whether a case brings the expected answer of the tensor with this place along.
bool is_answer(const ops::Signature& signature, const specs::ExplicitData& data,
               std::size_t place) {
  return signature.tensor_at(place).kind == ops::Kind::Output && !data.tensors[place].empty();
}

}  // namespace

bool has_answer(const specs::Case& c) {
  const ops::Signature& signature = c.spec->signature;
  for (std::size_t place = 0; c.data && place < signature.tensor_count; ++place)
    if (is_answer(signature, *c.data, place)) return true;
  return false;
}

std::optional<std::string> disputed(const specs::Case& c, const ops::Permitted& permitted) {
  if (!c.data) return std::nullopt;
  const ops::Signature& signature = c.spec->signature;
  for (std::size_t place = 0; place < signature.tensor_count; ++place) {
    if (!is_answer(signature, *c.data, place)) continue;
    const ops::Bytes& expected = c.data->tensors[place];
    const PermittedTensor& p = permitted.tensors[place];
    for (std::uint64_t i = 0; i < p.size(); ++i) {
      const std::uint64_t bits = bits_at(p.type, expected, i);
      const bool any_nan = c.data->any_nan[place][i];
      if (any_nan ? permits_nan(p, i) : permits(p, i, bits)) continue;
      return fmt::format("{}[{}]: the case expects {}, the oracle permits {}",
                         signature.tensor_name(place),
                         fmt::join(coordinates_of(c.descriptor.tensors[place].sizes, i), ","),
                         any_nan ? "NaN" : describe_value(p.type, bits), describe_permitted(p, i));
    }
  }
  return std::nullopt;
}

}  // namespace assay::conformance
