// Descriptors near and beyond the edges of the rules, without a device. Validator, repair, case
// text, fills, oracles and judge must agree with each other and with second readings of what they
// do. An input is the line of any case, or bytes that a case is drawn from and then edited wildly.
#include <algorithm>
#include <cstring>

#include "fuzz/byte_chooser.h"
#include "fuzz/engine.h"
#include "fuzz/environment.h"
#include "fuzz/judge_check.h"
#include "fuzz/rules_check.h"
#include "fuzz/small_case.h"
#include "fuzz/wild_case.h"
#include "ops/error.h"
#include "ops/hash.h"
#include "specs/case_text.h"
#include "specs/repair.h"
#include "specs/rules.h"
#include "specs/violate.h"

using namespace assay;

namespace {

constexpr std::uint64_t kMostEdits = 8;

std::optional<specs::Case> parsed(std::string_view line) {
  try {
    return specs::parse_case(line, fuzz::catalogue());
  } catch (const Error&) {
    return std::nullopt;
  }
}

specs::Case drawn(specs::Chooser& chooser) {
  specs::Case c = fuzz::draw_small(chooser);
  for (std::uint64_t edits = chooser.below(kMostEdits); edits > 0; --edits)
    fuzz::edit_wildly(c, chooser);
  return c;
}

/// The case that a line or bytes stand for. Nothing if the line does not parse.
std::optional<specs::Case> decode(std::span<const std::uint8_t> input) {
  if (const auto line = fuzz::line_of_input(input)) return parsed(*line);
  fuzz::ByteChooser chooser(input);
  return drawn(chooser);
}

void violate_some_rule(const specs::Spec& spec, specs::Chooser& chooser) {
  const std::size_t rule = chooser.below(spec.rules.size());
  const auto c = specs::violate(spec, rule, chooser, {.max_elements = fuzz::kMaxElements});
  if (c) fuzz::check_violation(*c, rule);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto c = decode({data, size});
  if (!c) return -1;
  fuzz::check_rules(*c);
  std::uint64_t key = c->seed;
  for (std::size_t i = 0; i < size; ++i) key = ops::mix(key + data[i]);
  specs::SeededChooser chooser(key);
  if (is_valid(*c) && fuzz::is_small(*c)) fuzz::check_judging(*c, chooser);
  violate_some_rule(*c->spec, chooser);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t capacity, unsigned seed) {
  specs::SeededChooser chooser(seed);
  auto c = decode({data, size});
  if (!c || chooser.once_in(16)) c = drawn(chooser);
  // The case is repaired now and then, since most wild edits break rules.
  if (chooser.once_in(4) && !is_valid(*c)) c = specs::repair(*c);
  for (std::uint64_t edits = 1 + chooser.below(2); edits > 0; --edits)
    fuzz::edit_wildly(*c, chooser);
  const std::string line = print_case(*c);
  if (line.size() > capacity) return 0;
  std::memcpy(data, line.data(), line.size());
  return line.size();
}
