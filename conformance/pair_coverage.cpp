// Sets of pairs, on their way as hexadecimal digits.
#include "conformance/pair_coverage.h"

#include <algorithm>
#include <string_view>

#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::string hex_of(const std::vector<bool>& bits) {
  std::string hex((bits.size() + 3) / 4, '0');
  for (std::size_t digit = 0; digit < hex.size(); ++digit) {
    std::size_t value = 0;
    for (std::size_t i = 4 * digit; i < std::min(4 * digit + 4, bits.size()); ++i)
      value |= std::size_t{bits[i]} << (i % 4);
    hex[digit] = kDigits[value];
  }
  return hex;
}

std::vector<bool> bits_of(const std::string& hex, std::size_t size) {
  if (hex.size() != (size + 3) / 4) throw Error("pairs of knobs: not as many as there are digits");
  std::vector<bool> bits(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t value = kDigits.find(hex[i / 4]);
    if (value == kDigits.npos) throw Error("pairs of knobs: no hexadecimal digits");
    bits[i] = value >> (i % 4) & 1;
  }
  return bits;
}

}  // namespace

void PairCoverage::add(const Knobs& knobs, const specs::Case& c, const Route& route) {
  std::vector<bool>& pairs = pairs_[c.spec];
  pairs.resize(knobs.pairs());
  knobs.read(c, route, values_);
  knobs.mark(values_, pairs);
}

void PairCoverage::merge(const PairCoverage& other) {
  for (const auto& [spec, theirs] : other.pairs_) {
    std::vector<bool>& ours = pairs_[spec];
    ours.resize(std::max(ours.size(), theirs.size()));
    for (std::size_t i = 0; i < theirs.size(); ++i)
      if (theirs[i]) ours[i] = true;
  }
}

const std::vector<bool>& PairCoverage::of(const specs::Spec& spec) const {
  static const std::vector<bool> kNone;
  const auto found = pairs_.find(&spec);
  return found == pairs_.end() ? kNone : found->second;
}

specs::Json PairCoverage::to_json() const {
  specs::Json json = specs::Json::object();
  for (const auto& [spec, pairs] : pairs_) json[spec->name()] = {pairs.size(), hex_of(pairs)};
  return json;
}

PairCoverage PairCoverage::from_json(const specs::Json& json, const specs::Catalogue& catalogue) {
  PairCoverage coverage;
  for (const auto& [name, pairs] : json.items()) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) throw Error("no operator \"" + name + "\"");
    coverage.pairs_[spec] = bits_of(pairs.at(1).get<std::string>(), pairs.at(0).get<std::size_t>());
  }
  return coverage;
}

}  // namespace assay::conformance
