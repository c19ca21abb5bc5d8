#include "conformance/plan/special_batches.h"

#include <numeric>

#include "ops/hash.h"

namespace assay::conformance {
namespace {

/// The least number from `at_least` on that has no common divisor with `types`. If every so many
/// batches of an operator are of a kind, they are so with all of its data types.
std::uint64_t apart_for(std::uint64_t types, std::uint64_t at_least) {
  while (std::gcd(at_least, types) != 1) ++at_least;
  return at_least;
}

}  // namespace

// One batch in four has invalid cases: those of other turns from round to round.
bool SpecialBatches::is_violating(std::uint64_t index) const {
  return kinds_.invalid && (index + round_of(index)) % 4 == 3;
}

// They take long, so later they are rare. Operators take turns, so that no round has many of them.
std::uint64_t SpecialBatches::launches(std::uint64_t index) const {
  if (!kinds_.often) return 1;
  constexpr std::uint64_t kApart = 37, kFirst = 4, kTurns = 8;
  const Turn& t = turns_[index % turns_.size()];
  const std::uint64_t first = kFirst + ops::fnv1a(t.spec->name()) % kTurns;
  const std::uint64_t turn = round_of(index) + kApart * t.place;
  if (turn % 4096 == first) return 1000;
  return turn % 1024 == first + kTurns ? 100 : 1;
}

std::optional<std::uint64_t> SpecialBatches::wide_rank(std::uint64_t index) const {
  if (!kinds_.wide || is_violating(index) || launches(index) > 1) return std::nullopt;
  // The first batches have none, as a campaign is to meet all operators soon.
  constexpr std::uint64_t kFirst = 24, kApart = 9, kEarly = 24, kRarer = 8;
  const Turn& t = turns_[index % turns_.size()];
  const std::uint64_t apart = apart_for(t.of_operator, kApart),
                      rarer = apart_for(t.of_operator, kRarer);
  const std::uint64_t batch = round_of(index) * t.of_operator + t.place;
  if (batch < kFirst || batch % apart != 0) return std::nullopt;
  const std::uint64_t number = (batch - kFirst) / apart;
  if (number < kEarly) return number;
  if (number % rarer != 0) return std::nullopt;
  return kEarly + (number - kEarly) / rarer;
}

void set_wide(std::uint64_t number, specs::Head& head) {
  // Outputs stand first, since most kernels have an item for each element of one, or for a few.
  std::vector<std::size_t> outputs, places;
  for (const ops::Member& m : head.spec->signature.members) {
    if (!ops::is_tensor(m.kind) || m.optional) continue;
    (m.kind == ops::Kind::Output ? outputs : places).push_back(m.place);
  }
  places.insert(places.begin(), outputs.begin(), outputs.end());
  const std::uint64_t turn = number % (places.size() + 1);
  head.all_wide = turn == 0;
  head.wide = places[head.all_wide ? 0 : turn - 1];
}

}  // namespace assay::conformance
