// A fresh case is drawn until it has the properties that are asked for. Fields of its route are set
// instead, as drawing seldom gives some of them.
#include "conformance/findings/fresh_cases.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "conformance/base/words.h"
#include "ops/hash.h"
#include "specs/case_text.h"
#include "specs/draw.h"

namespace assay::conformance {
namespace {

using Id = Properties::Id;

/// How many fresh cases meet all properties, how many miss each of them, and how often a case is
/// drawn until it is as asked for.
constexpr unsigned kAlike = 24, kMissing = 10, kTriesToDraw = 3000;
/// How often the route is that of the failed case like which fresh ones are drawn.
constexpr unsigned kLikeOnceIn = 4;
/// Fresh cases are small: they are many, and small ones fail as large ones do, for the most part.
constexpr specs::Limits kSmall{1 << 12};

class FreshCases {
 public:
  FreshCases(Evidence& evidence, const std::vector<Id>& all_of, const std::string& like)
      : evidence_(evidence),
        all_of_(all_of),
        chooser_(ops::number_of_text(like)),
        like_(parse_route(specs::parse_case(like, evidence.run().catalogue).route)),
        chain_(opencl::chain_of(like_.launch.shape)),
        spec_(*evidence.run().catalogue.find(operator_of(like))) {}

  /// A case with all properties, but for `missed`, where one is given.
  std::optional<std::pair<specs::Case, Route>> draw(std::optional<Id> missed) {
    const ExplainedRun& run = evidence_.run();
    for (unsigned i = 0; i < kTriesToDraw; ++i) {
      specs::Case c = specs::draw(spec_, chooser_, kSmall);
      const auto offered = run.library.offered(spec_, types_of(c.descriptor), run.device);
      if (offered.empty()) continue;
      // Drawing seldom gives some local sizes, for which there may be no knob to set.
      Route route =
          chooser_.once_in(kLikeOnceIn) ? like_ : draw_route(offered, run.device, chooser_, &c);
      run.options.without.apply(route);
      for (const Id id : all_of_)
        if (id != missed) set(id, route);
      route.launch.shape = shape(missed);
      const bool is_offered = std::any_of(offered.begin(), offered.end(), [&](const auto* variant) {
        return variant->name == route.variant;
      });
      if (!is_offered || missing_feature(route, run.device)) continue;
      if (is_as_asked(evidence_.properties_of(c, route), missed))
        return std::pair{std::move(c), std::move(route)};
    }
    return std::nullopt;
  }

 private:
  /// Gives the route the value that a property is about, if it is about a knob of routes.
  void set(Id id, Route& route) {
    const Properties::Property& property = evidence_.properties()[id];
    const Knobs& knobs = evidence_.run().library.knobs(spec_);
    for (const Knob& knob : knobs.all()) {
      if (!knob.set || knob.name != property.knob) continue;
      const auto value = std::find(knob.values.begin(), knob.values.end(), property.value);
      if (value != knob.values.end())
        knob.set(route, static_cast<std::size_t>(value - knob.values.begin()));
    }
  }

  /// The shape of the case like which fresh ones are drawn, without the rewriting that is missed.
  /// None where the properties are about no rewriting.
  std::uint64_t shape(std::optional<Id> missed) {
    opencl::Chain chain;
    const auto is_asked = [&](Id id) { return std::ranges::find(all_of_, id) != all_of_.end(); };
    const Id whole = evidence_.properties().shape_is(opencl::shape_of(chain_));
    if (missed == whole) return 0;
    bool is_asked_for = is_asked(whole);
    for (const opencl::Step& step : chain_) {
      const Id id = evidence_.properties().shape_with(step);
      is_asked_for |= is_asked(id);
      if (id != missed) chain.push_back(step);
    }
    return opencl::shape_of(is_asked_for ? chain : opencl::Chain());
  }

  bool is_as_asked(const std::vector<Id>& has, std::optional<Id> missed) const {
    for (const Id id : all_of_)
      if (evidence_.properties().holds(id, has) == (id == missed)) return false;
    return true;
  }

  Evidence& evidence_;
  const std::vector<Id>& all_of_;
  specs::SeededChooser chooser_;
  const Route like_;
  const opencl::Chain chain_;
  const specs::Spec& spec_;
};

}  // namespace

void try_fresh_cases(Evidence& evidence, const Separation& separation,
                     const std::vector<std::string>& lines, const std::string& failure,
                     const TryCase& try_case, std::vector<Example>& examples) {
  FreshCases fresh(evidence, separation.all_of, lines[examples.size() % lines.size()]);
  bool may_go_on = true;
  const auto try_some = [&](std::optional<Id> missed, unsigned count) {
    for (unsigned i = 0; may_go_on && i < count; ++i) {
      const auto drawn = fresh.draw(missed);
      if (!drawn) return;
      const auto failed = try_case(drawn->first, drawn->second);
      if (!failed) {
        may_go_on = false;
      } else if (failed->empty() || *failed == failure) {
        examples.push_back({evidence.properties_of(drawn->first, drawn->second), !failed->empty()});
      }
    }
  };
  try_some({}, kAlike);
  for (const Id id : separation.all_of)
    if (evidence.properties()[id].text.find("operator=") != 0) try_some(id, kMissing);
}

}  // namespace assay::conformance
