// Sets of pairs. In JSON they are hexadecimal digits.
#include "conformance/plan/pair_coverage.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::string hex_of(const Knobs::Marks& marks) {
  std::string hex((marks.size() + 3) / 4, '0');
  for (std::size_t digit = 0; digit < hex.size(); ++digit) {
    unsigned value = 0;
    for (std::size_t i = 4 * digit; i < std::min(4 * digit + 4, marks.size()); ++i)
      value |= unsigned{marks[i]} << (i % 4);
    hex[digit] = kDigits[value];
  }
  return hex;
}

Knobs::Marks marks_of(const std::string& hex, std::size_t size) {
  if (hex.size() != (size + 3) / 4)
    throw Error(
        "pairs of knobs: the number of hexadecimal digits does not fit the number of pairs");
  Knobs::Marks marks(size);
  for (std::size_t digit = 0; digit < hex.size(); ++digit) {
    if (hex[digit] == '0') continue;
    const std::size_t value = kDigits.find(hex[digit]);
    if (value == kDigits.npos) throw Error("pairs of knobs: no hexadecimal digits");
    for (std::size_t i = 4 * digit; i < std::min(4 * digit + 4, size); ++i)
      marks[i] = value >> (i % 4) & 1;
  }
  return marks;
}

}  // namespace

void PairMarker::add(const specs::Case& c) {
  if (!marks_) {
    marks_ = &to_.pairs_[c.spec];
    marks_->resize(knobs_.pairs());
    knobs_.read(c, route_, values_);
  } else {
    values_ = last_;
    knobs_.read_next(c, route_, values_);
  }
  knobs_.mark(values_, last_, *marks_);
  last_.swap(values_);
}

void PairCoverage::merge(const PairCoverage& other) {
  for (const auto& [spec, theirs] : other.pairs_) {
    Knobs::Marks& ours = pairs_[spec];
    ours.resize(std::max(ours.size(), theirs.size()));
    for (std::size_t i = 0; i < theirs.size(); ++i) ours[i] |= theirs[i];
  }
}

void PairCoverage::keep_new(PairCoverage& known) {
  for (auto entry = pairs_.begin(); entry != pairs_.end();) {
    Knobs::Marks& ours = entry->second;
    Knobs::Marks& theirs = known.pairs_[entry->first];
    theirs.resize(std::max(ours.size(), theirs.size()));
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ours[i] &= static_cast<std::uint8_t>(~theirs[i]);
      theirs[i] |= ours[i];
      any |= ours[i];
    }
    entry = any ? std::next(entry) : pairs_.erase(entry);
  }
}

const Knobs::Marks& PairCoverage::of(const specs::Spec& spec) const {
  static const Knobs::Marks kNone;
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
    coverage.pairs_[spec] =
        marks_of(pairs.at(1).get<std::string>(), pairs.at(0).get<std::size_t>());
  }
  return coverage;
}

}  // namespace assay::conformance
