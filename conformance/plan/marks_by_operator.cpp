// In JSON a set of marks is hexadecimal digits.
#include "conformance/plan/marks_by_operator.h"

#include <algorithm>
#include <string>
#include <string_view>

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
    throw Error("coverage: the number of hexadecimal digits does not fit the number of marks");
  Knobs::Marks marks(size);
  for (std::size_t digit = 0; digit < hex.size(); ++digit) {
    if (hex[digit] == '0') continue;
    const std::size_t value = kDigits.find(hex[digit]);
    if (value == kDigits.npos) throw Error("coverage: no hexadecimal digits");
    for (std::size_t i = 4 * digit; i < std::min(4 * digit + 4, size); ++i)
      marks[i] = value >> (i % 4) & 1;
  }
  return marks;
}

}  // namespace

void MarksByOperator::merge(const MarksByOperator& other) {
  for (const auto& [spec, theirs] : other.marks_) {
    Knobs::Marks& ours = at_least(*spec, theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) ours[i] |= theirs[i];
  }
}

void MarksByOperator::keep_new(MarksByOperator& known) {
  for (auto entry = marks_.begin(); entry != marks_.end();) {
    Knobs::Marks& ours = entry->second;
    Knobs::Marks& theirs = known.at_least(*entry->first, ours.size());
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      ours[i] &= static_cast<std::uint8_t>(~theirs[i]);
      theirs[i] |= ours[i];
      any |= ours[i];
    }
    entry = any ? std::next(entry) : marks_.erase(entry);
  }
}

const Knobs::Marks& MarksByOperator::of(const specs::Spec& spec) const {
  static const Knobs::Marks kNone;
  const auto found = marks_.find(&spec);
  return found == marks_.end() ? kNone : found->second;
}

Knobs::Marks& MarksByOperator::at_least(const specs::Spec& spec, std::size_t size) {
  Knobs::Marks& marks = marks_[&spec];
  if (marks.size() < size) marks.resize(size);
  return marks;
}

specs::Json MarksByOperator::to_json() const {
  specs::Json json = specs::Json::object();
  for (const auto& [spec, marks] : marks_) json[spec->name()] = {marks.size(), hex_of(marks)};
  return json;
}

MarksByOperator MarksByOperator::from_json(const specs::Json& json,
                                           const specs::Catalogue& catalogue) {
  MarksByOperator all;
  for (const auto& [name, marks] : json.items()) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) throw Error("no operator \"" + name + "\"");
    all.marks_[spec] = marks_of(marks.at(1).get<std::string>(), marks.at(0).get<std::size_t>());
  }
  return all;
}

}  // namespace assay::conformance
