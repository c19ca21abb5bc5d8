// A fresh case is drawn until it has the properties that are asked for. Fields of its route are set
// instead, as drawing seldom gives some of them.
#include "conformance/findings/fresh_cases.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "conformance/base/words.h"
#include "conformance/route/route_field.h"
#include "ops/hash.h"
#include "specs/case_text.h"
#include "specs/draw.h"

namespace assay::conformance {
namespace {

using Id = Properties::Id;

/// How many fresh cases meet all properties, how many miss each of them, and how often a case is
/// drawn until it is as asked for.
constexpr unsigned kAlike = 24, kMissing = 10, kTriesToDraw = 3000;
/// After so many draws, the route has fields of that of the failed case.
constexpr unsigned kTriesWithoutLike = 1000;
/// Building takes most of the time, so that some cases in a row differ in nothing that is built.
/// After so many draws, a case may need a build of its own.
constexpr unsigned kOfOneBuild = 3, kTriesWithSameBuild = 400;
/// So many cases that pass although they meet all properties refute these.
constexpr unsigned kRefuting = 12;
/// After so many cases that crash, no more of the same kind are tried, since each takes a part of a
/// second. One that hangs takes as long as several of them.
constexpr unsigned kMostEnded = 12, kAsMany = 4;
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

  /// A case with all properties, but for `missed`, where one is given. With `like`, its route has
  /// fields of that of the failed case; without, only where it is drawn too seldom otherwise.
  std::optional<std::pair<specs::Case, Route>> draw(std::optional<Id> missed, bool like) {
    const ExplainedRun& run = evidence_.run();
    if (missed != missed_) left_of_build_ = 0;
    missed_ = missed;
    for (unsigned i = 0; i < kTriesToDraw; ++i) {
      specs::Case c = specs::draw(spec_, chooser_, kSmall);
      const bool is_built = left_of_build_ > 0 && i < kTriesWithSameBuild;
      if (is_built && types_of(c.descriptor) != types_) continue;
      const auto offered = run.library.offered(spec_, types_of(c.descriptor), run.device);
      if (offered.empty()) continue;
      Route route = draw_route(offered, run.device, chooser_, &c);
      if (like || i >= kTriesWithoutLike) route = mixed_with_like(route, offered);
      if (is_built) build_as_before(route);
      run.options.without.apply(route);
      for (const Id id : all_of_)
        if (id != missed) set(id, route);
      route.launch.shape = shape(missed);
      const bool is_offered = std::any_of(offered.begin(), offered.end(), [&](const auto* variant) {
        return variant->name == route.variant;
      });
      if (!is_offered || missing_feature(route, run.device)) continue;
      if (!is_as_asked(evidence_.properties_of(c, route), missed)) continue;
      left_of_build_ = is_built ? left_of_build_ - 1 : kOfOneBuild - 1;
      types_ = types_of(c.descriptor);
      built_ = route;
      return std::pair{std::move(c), std::move(route)};
    }
    return std::nullopt;
  }

 private:
  /// The route of the failed case, with about half of the fields of another one. Drawing seldom
  /// gives some local sizes, for which there may be no knob to set.
  Route mixed_with_like(const Route& other, const std::vector<const opencl::Variant*>& offered) {
    Route mixed = like_;
    const auto variant =
        std::ranges::find(offered, like_.variant, [](const auto* v) { return v->name; });
    for (const RouteField& field : route_fields()) {
      const bool is_fixed = variant != offered.end() && field.fixed_by && field.fixed_by(**variant);
      if (!is_fixed && chooser_.once_in(2)) field.set(mixed, field.get(other));
    }
    return mixed;
  }

  /// Gives the route what drivers build for, as the last route has it.
  void build_as_before(Route& route) const {
    route.variant = built_.variant;
    for (const RouteField& field : route_fields())
      if (field.renews != Renews::Nothing) field.set(route, field.get(built_));
  }

  /// Gives the route the value that a property is about, or one of several, if it is about a knob
  /// of routes.
  void set(Id id, Route& route) {
    const std::vector<Id>& any_of = evidence_.properties()[id].any_of;
    if (!any_of.empty()) id = any_of[chooser_.below(any_of.size())];
    const Properties::Property& property = evidence_.properties()[id];
    const Knobs& knobs = evidence_.run().library.knobs(spec_);
    for (const Knob& knob : knobs.all()) {
      if (!knob.set || knob.name != property.knob) continue;
      const auto value = std::find(knob.values.begin(), knob.values.end(), property.value);
      if (value != knob.values.end())
        knob.set(route, static_cast<std::size_t>(value - knob.values.begin()));
      else if (knob.field)
        knob.field->set(route, knob.field->value_of(property.value));
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
  /// Of the case that was drawn last: the property that it misses, its types and its route. So many
  /// more cases are drawn for what was built for it.
  std::optional<Id> missed_;
  std::vector<ops::DataType> types_;
  Route built_;
  unsigned left_of_build_ = 0;
};

}  // namespace

void try_fresh_cases(Evidence& evidence, const Separation& separation, const std::string& like,
                     const TryCase& try_case, std::vector<Example>& examples) {
  FreshCases fresh(evidence, separation.all_of, like);
  // Gives how many passed.
  const auto try_some = [&](std::optional<Id> missed, unsigned count, unsigned most_passing) {
    unsigned ended = 0, passed = 0;
    for (unsigned i = 0; i < count && ended < kMostEnded && passed < most_passing; ++i) {
      if (!evidence.may_go_on()) break;
      const auto drawn = fresh.draw(missed, i % 2 == 1);
      if (!drawn) break;
      const auto failed = try_case(drawn->first, drawn->second);
      if (!failed) continue;
      if (failed->starts_with("Crashed")) ++ended;
      if (failed->starts_with("Hung")) ended += kAsMany;
      passed += failed->empty();
      examples.push_back({evidence.properties_of(drawn->first, drawn->second), !failed->empty()});
    }
    return passed;
  };
  // Where many pass, the properties will be others when these cases are looked at, too.
  const bool is_refuted = try_some({}, kAlike, kRefuting) >= kRefuting;
  const unsigned missing = is_refuted ? kMissing / 2 : kMissing;
  for (const Id id : separation.all_of)
    if (!evidence.properties()[id].is_operator()) try_some(id, missing, missing);
}

}  // namespace assay::conformance
