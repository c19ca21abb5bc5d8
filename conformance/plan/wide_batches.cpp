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
  const std::uint64_t number = batch / apart, of_type = number / turn.types;
  if (number < kEarly) return of_type + turn.type;
  if (of_type % kRarer != 0) return std::nullopt;
  return of_type / kRarer + turn.type;
}

std::size_t wide_place(const ops::Signature& signature, specs::Chooser& chooser) {
  std::vector<std::size_t> outputs, inputs;
  for (const ops::Member& m : signature.members)
    if (ops::is_tensor(m.kind) && !m.optional)
      (m.kind == ops::Kind::Output ? outputs : inputs).push_back(m.place);
  const bool takes_input = !inputs.empty() && (outputs.empty() || chooser.once_in(3));
  const std::vector<std::size_t>& among = takes_input ? inputs : outputs;
  return among[chooser.below(among.size())];
}

}  // namespace assay::conformance
