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

}  // namespace

bool has_answer(const specs::Case& c) {
  if (!c.data) return false;
  for (const ops::Member& m : c.spec->signature.members)
    if (m.kind == ops::Kind::Output)
      for (std::size_t k = 0; k < m.capacity; ++k)
        if (!c.data->tensors[m.place + k].empty()) return true;
  return false;
}

std::optional<std::string> disputed(const specs::Case& c, const ops::Permitted& permitted) {
  if (!c.data) return std::nullopt;
  const ops::Signature& signature = c.spec->signature;
  for (std::size_t place = 0; place < signature.tensor_count; ++place) {
    const ops::Bytes& expected = c.data->tensors[place];
    if (signature.tensor_at(place).kind != ops::Kind::Output || expected.empty()) continue;
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
