// Cases are small, so that the share does not hang on a few large ones.
#include "conformance/measure/zero_share.h"

#include "ops/permitted.h"
#include "specs/draw.h"
#include "specs/fill.h"

namespace assay::conformance {

ZeroShare::Elements ZeroShare::total() const {
  Elements sum;
  for (const Elements& e : by_fill) {
    sum.all += e.all;
    sum.zeros += e.zeros;
  }
  return sum;
}

ZeroShare zero_share(const specs::Spec& spec, std::uint64_t draws) {
  constexpr specs::Limits kSmall{.max_elements = 1024};
  const ops::Oracle oracle = ops::oracle_of(spec.signature);
  specs::SeededChooser chooser(0);
  ops::Problem problem;
  ops::Permitted permitted;
  ZeroShare share;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const specs::Case c = specs::draw(spec, chooser, kSmall);
    specs::fill(c, problem);
    ask(oracle, problem, {}, permitted);
    ZeroShare::Elements& of_fill = share.by_fill[static_cast<std::size_t>(c.fill)];
    for (const ops::PermittedTensor& p : permitted.tensors)
      for (std::uint64_t at = 0; at < p.size(); ++at) {
        ++of_fill.all;
        of_fill.zeros += permits(p, at, 0);
      }
  }
  return share;
}

}  // namespace assay::conformance
