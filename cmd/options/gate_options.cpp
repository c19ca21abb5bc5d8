// The options of the gate, which `assay run`, `merge` and `diff` share.
#include "cmd/options/gate_options.h"

#include "cmd/options/values.h"
#include "conformance/compare/mesa.h"
#include "ops/error.h"

namespace assay::cmd {

void WaiverOptions::add_to(CLI::App& app) {
  app.add_option("--waivers", waivers,
                 "Known divergences, which do not fail (assay waive drafts it)")
      ->type_name("FILE");
  app.add_option("--fails", fails, "The same, as deqp-runner keeps failures (*-fails.txt)")
      ->type_name("FILE");
  app.add_option("--flakes", flakes, "The same, as deqp-runner keeps flakes (*-flakes.txt)")
      ->type_name("FILE");
  app.add_option("--today", day, "Judge waivers as on this day, 2026-12-31 (default: today, UTC)")
      ->type_name("DAY");
}

conformance::GateTerms WaiverOptions::terms(const specs::Catalogue& catalogue) const {
  conformance::GateTerms terms;
  terms.day = day ? conformance::parse_day(*day, "--today") : conformance::today();
  const auto add = [&](std::vector<conformance::Waiver> more) {
    if (!terms.waivers) terms.waivers.emplace();
    for (conformance::Waiver& w : more) terms.waivers->push_back(std::move(w));
  };
  if (waivers) add(conformance::read_waivers(*waivers, catalogue));
  if (fails) add(conformance::read_fails(*fails));
  if (flakes) add(conformance::read_flakes(*flakes));
  if (day && !terms.waivers) throw Error("--today: give --waivers, too");
  return terms;
}

void GateOptions::add_to(CLI::App& app) {
  app.add_option("--min-coverage", min_coverage,
                 "Exit code 3 where less of rules, pairs or turning points was judged")
      ->check(number(0, 100))
      ->type_name("PERCENT");
  known.add_to(app);
  app.add_flag("--strict-waivers", strict,
               "Exit code 1 for waivers that are expired, unused, or not needed");
}

conformance::GateChoice GateOptions::choice() const {
  const auto absolute = [](const std::optional<std::filesystem::path>& file) {
    return file ? std::optional(std::filesystem::absolute(*file)) : std::nullopt;
  };
  return {absolute(known.waivers),
          absolute(known.fails),
          absolute(known.flakes),
          known.day,
          strict,
          min_coverage};
}

void GateOptions::take_up(const conformance::GateChoice& begun) {
  const auto keep = [](auto& given, const auto& from) {
    if (!given) given = from;
  };
  keep(known.waivers, begun.waivers);
  keep(known.fails, begun.fails);
  keep(known.flakes, begun.flakes);
  keep(known.day, begun.day);
  keep(strict, begun.strict);
  if (min_coverage == 0) min_coverage = begun.min_coverage;
}

conformance::GateTerms GateOptions::terms(const specs::Catalogue& catalogue) const {
  conformance::GateTerms terms = known.terms(catalogue);
  terms.min_coverage = min_coverage;
  terms.strict = strict;
  if (strict && !terms.waivers) throw Error("--strict-waivers: give --waivers, too");
  return terms;
}

}  // namespace assay::cmd
