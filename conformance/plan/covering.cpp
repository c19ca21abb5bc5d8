// Makes covering arrays with a greedy method, as AETG does. What drivers build is covered first, by
// few build keys (BuildOrder). All other goals are then reached with what these keys build. The
// first goal that is not reached yet makes a batch, and a witness of that goal is the first case.
// Of the keys that can run it, the batch gets the one that reaches most of the open goals, and so
// with each knob of the route for which nothing is built. Then cases are drawn under the same head,
// and those that reach another open goal are kept.
#include "conformance/plan/covering.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>

#include "conformance/plan/build_order.h"
#include "conformance/plan/covering_routes.h"
#include "conformance/plan/open_goals.h"
#include "conformance/plan/turning_goals.h"
#include "ops/hash.h"
#include "specs/draw.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using specs::Case;

constexpr std::size_t kDrawn = 160, kMost = 64;
/// The size classes of a key's first case, and those that are tried for a case that is sought.
constexpr unsigned kFirstClasses = 5, kClasses = 9;

class Covering {
 public:
  Covering(const Goals& goals, const opencl::KernelFile& kernels, Strength strength,
           std::uint64_t seed)
      : goals_(goals),
        knobs_(goals.knobs()),
        kernels_(kernels),
        strength_(strength),
        seed_(seed),
        open_(goals, strength),
        routes_(goals, open_, strength) {
    const bool pairs = strength == Strength::Pairs;
    BuildOrder order(knobs_.spec(), kernels, {}, pairs ? Combine::All : Combine::None, seed);
    if (!pairs && covers_by_value(knobs_.spec().name(), seed))
      case_space_ = opencl::CaseSpace::Value;
    for (std::size_t n = 0; pairs ? order.at(n) != nullptr : n < order.first_keys(); ++n) {
      keys_.push_back(*order.at(n));
      if (!pairs) keys_.back().route.launch.case_space = case_space_;
    }
  }

  std::vector<CoveringBatch> make() {
    // Pairs of values that every device supports come first, in batches without other values, and
    // so do edges and turning points. So a device that lacks some values skips only these.
    for (const bool optional : {false, true}) {
      optional_ = optional;
      const std::size_t keys = keys_.size();
      for (std::size_t k = 0; k < keys; ++k)
        if (keys_[k].optional == optional) cover_key(keys_[k]);
      if (!optional) cover_edges();
      cover_pairs();
      if (!optional) cover_turning_points();
    }
    const auto& all = knobs_.all();
    for (std::size_t k = 0; k < all.size(); ++k)
      for (std::size_t v = 0; v < all[k].values.size(); ++v)
        if (open_.value(k, v)) cover_value(k, v);
    if (strength_ == Strength::Pairs) repeat_launches();
    return std::move(batches_);
  }

 private:
  using Fixed = CoveringRoutes::Fixed;
  using Wanted = std::function<bool(const Case&)>;

  specs::SeededChooser chooser() const {
    return specs::SeededChooser(
        rc::Random(rc::Random::Key{seed_, batches_.size(), static_cast<std::uint64_t>(strength_),
                                   ops::fnv1a(knobs_.spec().name())}));
  }

  static ops::List types_in(const Case& c) {
    ops::List types;
    for (const ops::TensorDesc& t : c.descriptor.tensors)
      types.push_back(static_cast<std::int64_t>(t.type));
    return types;
  }

  /// Draws a case with these data types. Of several tries, the size class is another one each time.
  Case draw_with(const ops::List& types, specs::Chooser& choose, unsigned size_class) const {
    specs::Head head = specs::draw_head(knobs_.spec(), types, choose, {}, {});
    head.size_class = size_class;
    return specs::draw(head, choose, {std::uint64_t{1} << 16});
  }

  /// Adds a batch with each of the key's data types that reach an open goal there, and at least
  /// one.
  void cover_key(const BuildKey& key) {
    for (std::size_t i = 0; i < key.types.size(); ++i) {
      specs::SeededChooser choose = chooser();
      Case c = draw_with(key.types[i], choose, static_cast<unsigned>(choose.below(kFirstClasses)));
      if (i == 0 || open_.are_reached_by_types(c, key.route)) add_batch(std::move(c), key, {});
    }
  }

  void cover_edges() {
    for (std::size_t r = 0; r < goals_.edges().size(); ++r)
      for (const std::uint8_t bit : {specs::kSatisfied, specs::kAtLowEdge, specs::kAtHighEdge})
        if (open_.edge(r, bit))
          add_reaching(goals_.witness_of_edge(r, bit), {}, [&, r, bit](const Case& c) {
            specs::observe(c, seen_);
            return (seen_[r] & bit) != 0;
          });
  }

  void cover_pairs() {
    const auto& all = knobs_.all();
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j)
        for (std::size_t a = 0; a < all[i].values.size(); ++a)
          for (std::size_t b = 0; b < all[j].values.size(); ++b) {
            const bool optional = all[i].is_optional(a) || all[j].is_optional(b);
            if (open_.pair(i, a, j, b) && (optional_ || !optional)) cover_pair(i, a, j, b);
          }
  }

  void cover_pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) {
    const auto& all = knobs_.all();
    Fixed fixed;
    if (i >= knobs_.route_begin()) fixed[i] = a;
    if (j >= knobs_.route_begin()) fixed[j] = b;
    const bool needs_witness = j < knobs_.route_begin() || all[j].is_of_some_cases(b);
    const auto has = [&](const Case& c, std::size_t k, std::size_t v) {
      return k < knobs_.route_begin() ? all[k].read(c, {}) == v : all[k].goes_with(c, v);
    };
    add_reaching(needs_witness ? goals_.witness_of_pair(i, a, j, b) : case_with(i, a), fixed,
                 [&](const Case& c) { return has(c, i, a) && has(c, j, b); });
  }

  void cover_value(std::size_t k, std::size_t v) {
    if (k >= knobs_.route_begin())
      return add_reaching(case_with(k, v), {{k, v}}, [](const Case&) { return true; });
    add_reaching(goals_.witness_of_value(k, v), {},
                 [&](const Case& c) { return knobs_.all()[k].read(c, {}) == v; });
  }

  void cover_turning_points() {
    for (std::size_t goal = 0; goal < first_launch_goal(); ++goal)
      if (open_.turning_point(goal))
        add_reaching(goals_.witness_of_turning_point(goal), {}, [&, goal](const Case& c) {
          read_turning_goals(c, {}, reached_);
          return std::ranges::find(reached_, goal) != reached_.end();
        });
  }

  /// Adds a batch for each variant that has the smallest case of the variant's first batch. That of
  /// the first variant is launched 1000 times, which reaches all goals; the others 100 times.
  void repeat_launches() {
    const std::size_t count = batches_.size();
    std::set<std::string> seen;
    for (std::size_t i = 0; i < count; ++i) {
      if (!seen.insert(batches_[i].route.variant).second) continue;
      CoveringBatch again{{*std::ranges::min_element(batches_[i].cases, {}, specs::total_elements)},
                          batches_[i].route};
      again.route.repeat = seen.size() == 1 ? 1000 : 100;
      batches_.push_back(std::move(again));
    }
  }

  /// Adds a batch of a key that has the fixed values and takes the case; or else of a key that has
  /// them and takes another case that is wanted, if one is soon found; or else of a new key.
  void add_reaching(Case c, const Fixed& fixed, const Wanted& is_wanted) {
    constexpr unsigned kTries = 512;
    if (const BuildKey* key = best_key(c, fixed)) return add_batch(std::move(c), *key, fixed);
    std::vector<const BuildKey*> with_values;
    for (const BuildKey& key : keys_)
      if (has_values(key, fixed)) with_values.push_back(&key);
    specs::SeededChooser choose = chooser();
    for (unsigned i = 0; i < kTries && !with_values.empty(); ++i) {
      const BuildKey& key = *with_values[choose.below(with_values.size())];
      Case other = draw_with(key.types[choose.below(key.types.size())], choose, i % kClasses);
      if (is_wanted(other)) return add_batch(std::move(other), key, fixed);
    }
    keys_.push_back(new_key(c, fixed));
    add_batch(std::move(c), keys_.back(), fixed);
  }

  bool has_values(const BuildKey& key, const Fixed& fixed) const {
    if (key.optional && !optional_) return false;
    bool may_renew_nothing = false;
    for (const auto& [k, value] : fixed) {
      const Knob& knob = knobs_.all()[k];
      if (knob.is_built() && knob.read({}, key.route) != value) return false;
      if (knob.field && knob.field->renews == Renews::Launch) {
        if (value != 0 && !key.renews_launch) return false;
        if (value == 0 && std::exchange(may_renew_nothing, true) && key.renews_launch) return false;
      }
    }
    return true;
  }

  /// Of the keys that have the fixed values and take the case's data types, the one that reaches
  /// most open goals; null if there is none.
  const BuildKey* best_key(const Case& c, const Fixed& fixed) {
    const ops::List types = types_in(c);
    const BuildKey* best = nullptr;
    std::size_t most = 0;
    for (const BuildKey& key : keys_) {
      if (!has_values(key, fixed) || !key.takes(types)) continue;
      const std::size_t gain = 1 + open_.reached_by_building(c, key.route);
      if (gain > most) most = gain, best = &key;
    }
    return best;
  }

  BuildKey new_key(const Case& c, const Fixed& fixed) const {
    BuildKey key;
    key.types = {types_in(c)};
    key.route.launch.case_space = case_space_;
    const auto set = [&](std::size_t k, std::size_t value) {
      const Knob& knob = knobs_.all()[k];
      if (knob.is_built()) knob.set(key.route, value);
      key.renews_launch |= knob.field && knob.field->renews == Renews::Launch && value != 0;
      key.optional |= knob.is_optional(value);
    };
    for (const auto& [k, value] : fixed) set(k, value);
    const std::size_t variant = knobs_.route_begin();
    for (std::size_t v = 0; key.route.variant.empty(); ++v) {
      const bool clashes = std::any_of(fixed.begin(), fixed.end(), [&](const auto& f) {
        return knobs_.clash(variant, v, f.first, f.second);
      });
      if (!clashes && knobs_.all()[variant].goes_with(c, v)) set(variant, v);
    }
    key.variant = kernels_.find(key.route.variant);
    return key;
  }

  /// Draws a case that has the value of the knob, or can have it. It is not always the same case.
  Case case_with(std::size_t knob, std::size_t value) {
    constexpr int kTries = 64;
    specs::SeededChooser choose = chooser();
    for (int i = 0; i < kTries; ++i) {
      const Case c = specs::draw(knobs_.spec(), choose, {1024});
      const Knob& k = knobs_.all()[knob];
      if (knob < knobs_.route_begin() ? k.read(c, {}) == value : k.goes_with(c, value)) return c;
    }
    return goals_.witness_of_value(knob, value);
  }

  void add_batch(Case first, const BuildKey& key, const Fixed& fixed) {
    const std::size_t least = strength_ == Strength::Values ? 16 : 2;
    const unsigned classes = strength_ == Strength::Values ? 5 : 7;
    specs::SeededChooser choose = chooser();
    CoveringBatch batch;
    batch.route = routes_.choose(first, key, fixed, optional_, choose);
    specs::Head head{&knobs_.spec(), first.level, {}, 0};
    head.types = types_in(first);
    open_.close(first, batch.route);
    batch.cases.push_back(std::move(first));
    for (std::size_t i = 0; i < kDrawn && batch.cases.size() < kMost; ++i) {
      if (i % 16 == 0) head.size_class = static_cast<unsigned>(choose.below(classes));
      Case c = specs::draw(head, choose, {std::uint64_t{1} << 16});
      const bool brings = open_.are_reached_by(c, batch.route);
      if (!brings && (batch.cases.size() >= least || (i + 1) % (kDrawn / least) != 0)) continue;
      open_.close(c, batch.route);
      batch.cases.push_back(std::move(c));
    }
    batches_.push_back(std::move(batch));
  }

  const Goals& goals_;
  const Knobs& knobs_;
  const opencl::KernelFile& kernels_;
  const Strength strength_;
  const std::uint64_t seed_;
  /// Where kernels find their cases if nothing else is asked for.
  opencl::CaseSpace case_space_ = opencl::CaseSpace::Global;
  std::deque<BuildKey> keys_;
  bool optional_ = false;
  OpenGoals open_;
  const CoveringRoutes routes_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::uint16_t> reached_;
  std::vector<CoveringBatch> batches_;
};

}  // namespace

bool covers_by_value(const std::string& name, std::uint64_t seed) {
  constexpr std::uint64_t kOnceIn = 3;
  return (ops::fnv1a(name) % kOnceIn + seed) % kOnceIn == 0;
}

std::vector<CoveringBatch> cover(const Goals& goals, const opencl::KernelFile& kernels,
                                 Strength strength, std::uint64_t seed) {
  return Covering(goals, kernels, strength, seed).make();
}

}  // namespace assay::conformance
