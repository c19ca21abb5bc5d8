// Which batches have a wide tensor does not depend on chance, so that a short campaign has some.
#include "conformance/plan/wide_batches.h"

#include <numeric>
#include <vector>

namespace assay::conformance {

std::optional<std::uint64_t> wide_rank(const TypeTurn& turn) {
  // The first batches have none, as a campaign is to meet all operators soon.
  constexpr std::uint64_t kFirst = 24, kApart = 12, kEarly = 24, kRarer = 8;
  // With no common divisor, all data types have their turns.
  std::uint64_t apart = kApart;
  while (std::gcd(apart, turn.types) != 1) ++apart;
  const std::uint64_t batch = turn.round * turn.types + turn.type;
  if (batch < kFirst || batch % apart != 0) return std::nullopt;
  const std::uint64_t number = (batch - kFirst) / apart;
  if (number < kEarly) return number;
  if (number % kRarer != 0) return std::nullopt;
  return kEarly + (number - kEarly) / kRarer;
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
