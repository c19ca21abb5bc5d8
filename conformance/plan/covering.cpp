// Makes covering arrays with a greedy method, as AETG does. The first goal that is not reached yet
// makes a batch, and a witness of that goal is the first case. Each knob of the route then takes
// the value that reaches most of the open goals. Then cases are drawn under the same head, and
// those that reach another open goal are kept.
#include "conformance/plan/covering.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>

#include "ops/hash.h"
#include "specs/draw.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using specs::Case;

constexpr std::size_t kDrawn = 160, kMost = 64;

class Covering {
 public:
  Covering(const Goals& goals, Strength strength, std::uint64_t seed)
      : goals_(goals),
        knobs_(goals.knobs()),
        strength_(strength),
        seed_(seed),
        edges_left_(goals.edges()) {
    const auto& all = knobs_.all();
    for (const Knob& k : all) values_left_.emplace_back(k.values.size(), false);
    if (strength == Strength::Pairs) {
      pairs_left_ = goals.pairs();
      return;
    }
    pairs_left_.resize(knobs_.pairs());
    for (std::size_t j = 1; j < knobs_.route_begin(); ++j)
      if (all[j].of == Knob::Of::Type)
        for (std::size_t a = 0; a < all[0].values.size(); ++a)
          for (std::size_t b = 0; b < all[j].values.size(); ++b)
            pairs_left_[knobs_.pair(0, a, j, b)] = goals.pairs()[knobs_.pair(0, a, j, b)];
    // Every variant has to meet cases of every size class.
    const std::size_t variant = knobs_.route_begin(), size = variant - 1;
    assert(all[size].of == Knob::Of::Elements && all[variant].of == Knob::Of::Variant);
    for (std::size_t a = 0; a < all[size].values.size(); ++a)
      for (std::size_t b = 0; b < all[variant].values.size(); ++b)
        pairs_left_[knobs_.pair(size, a, variant, b)] =
            goals.pairs()[knobs_.pair(size, a, variant, b)];
    for (std::size_t k = 0; k <= knobs_.route_begin(); ++k)
      for (std::size_t v = 0; v < all[k].values.size(); ++v)
        values_left_[k][v] = goals.possible(k, v);
  }

  std::vector<CoveringBatch> make() {
    for (std::size_t r = 0; r < edges_left_.size(); ++r)
      for (const std::uint8_t bit : {specs::kSatisfied, specs::kAtLowEdge, specs::kAtHighEdge})
        if (edges_left_[r] & bit) add_batch(goals_.witness_of_edge(r, bit), {});
    // Pairs of values that every device supports come first, in batches without other values. So a
    // device that lacks some values skips only these.
    for (const bool optional : {false, true}) {
      optional_ = optional;
      cover_pairs();
    }
    const auto& all = knobs_.all();
    for (std::size_t k = 0; k < all.size(); ++k)
      for (std::size_t v = 0; v < all[k].values.size(); ++v)
        if (values_left_[k][v]) cover_value(k, v);
    return std::move(batches_);
  }

 private:
  using Fixed = std::map<std::size_t, std::size_t>;

  specs::SeededChooser chooser() const {
    return specs::SeededChooser(
        rc::Random(rc::Random::Key{seed_, batches_.size(), static_cast<std::uint64_t>(strength_),
                                   ops::fnv1a(knobs_.spec().name())}));
  }

  /// Whether devices may lack a value of the route.
  static bool is_optional(const Knob& knob, std::size_t value) {
    if (!knob.set) return false;
    opencl::DeviceInfo plainest;
    plainest.standards = {12};
    plainest.max_work_group_size = std::numeric_limits<std::size_t>::max();
    Route route;
    knob.set(route, value);
    return missing_feature(route, plainest).has_value();
  }

  void cover_pairs() {
    const auto& all = knobs_.all();
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j)
        for (std::size_t a = 0; a < all[i].values.size(); ++a)
          for (std::size_t b = 0; b < all[j].values.size(); ++b) {
            const bool optional = is_optional(all[i], a) || is_optional(all[j], b);
            if (pairs_left_[knobs_.pair(i, a, j, b)] && (optional_ || !optional))
              cover_pair(i, a, j, b);
          }
  }

  void cover_pair(std::size_t i, std::size_t a, std::size_t j, std::size_t b) {
    Fixed fixed;
    if (i >= knobs_.route_begin()) fixed[i] = a;
    if (j >= knobs_.route_begin()) fixed[j] = b;
    const bool needs_witness = j < knobs_.route_begin() || knobs_.all()[j].depends_on_case();
    if (needs_witness) return add_batch(goals_.witness_of_pair(i, a, j, b), fixed);
    add_batch(case_with(i, a), fixed);
  }

  void cover_value(std::size_t k, std::size_t v) {
    if (k < knobs_.route_begin()) return add_batch(goals_.witness_of_value(k, v), {});
    add_batch(case_with(k, v), {{k, v}});
  }

  /// Draws a case. If the knob is a knob of the case, the case has the value. It is not always the
  /// same case.
  Case case_with(std::size_t knob, std::size_t value) {
    constexpr int kTries = 64;
    specs::SeededChooser choose = chooser();
    Case c;
    for (int i = 0; i < kTries; ++i) {
      c = specs::draw(knobs_.spec(), choose, {1024});
      if (knob >= knobs_.route_begin() || knobs_.all()[knob].read(c, {}) == value) return c;
    }
    return goals_.witness_of_value(knob, value);
  }

  /// Of the values of knob `j` that are possible with the chosen values, the one that reaches most
  /// open pairs.
  std::size_t best_value(std::size_t j, const std::vector<std::size_t>& chosen, const Case& c,
                         specs::Chooser& choose) const {
    const Knob& knob = knobs_.all()[j];
    std::size_t best = 0, most = 0;
    const std::size_t first = choose.below(knob.values.size());
    for (std::size_t k = 0; k < knob.values.size(); ++k) {
      const std::size_t b = (first + k) % knob.values.size();
      if (!knob.goes_with(c, b)) continue;
      if (!optional_ && is_optional(knob, b)) continue;
      std::size_t gain = 1 + values_left_[j][b];
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] >= knobs_.all()[i].values.size() || i == j) continue;
        const std::size_t pair =
            i < j ? knobs_.pair(i, chosen[i], j, b) : knobs_.pair(j, b, i, chosen[i]);
        if (!goals_.pairs()[pair]) gain = 0;
        if (gain) gain += pairs_left_[pair];
      }
      if (gain > most) most = gain, best = b;
    }
    return best;
  }

  Route route_for(const Case& c, const Fixed& fixed, specs::Chooser& choose) const {
    const auto& all = knobs_.all();
    Knobs::Values values;
    knobs_.read(c, {}, values);
    constexpr std::size_t kOpen = SIZE_MAX;
    std::vector<std::size_t> chosen(values.begin(), values.end());
    std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(knobs_.route_begin()), chosen.end(),
              kOpen);
    for (const auto& [knob, value] : fixed) chosen[knob] = value;
    Route route;
    for (std::size_t k = knobs_.route_begin(); k < all.size(); ++k) {
      const bool plain = strength_ == Strength::Values && k > knobs_.route_begin();
      if (chosen[k] == kOpen)
        chosen[k] = plain ? all[k].read(c, Route()) : best_value(k, chosen, c, choose);
      all[k].set(route, chosen[k]);
    }
    return route;
  }

  /// How many open goals a case reaches. With `take`, these goals are no longer open.
  std::size_t gain(const Case& c, const Route& route, bool take) {
    std::size_t gain = 0;
    specs::observe(c, seen_);
    for (std::size_t r = 0; r < seen_.size(); ++r) {
      gain += (seen_[r] & edges_left_[r]) != 0;
      if (take) edges_left_[r] &= static_cast<std::uint8_t>(~seen_[r]);
    }
    knobs_.read(c, route, values_);
    const auto& all = knobs_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (values_[i] >= all[i].values.size()) continue;
      gain += values_left_[i][values_[i]];
      if (take) values_left_[i][values_[i]] = false;
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        if (values_[j] >= all[j].values.size()) continue;
        const std::size_t pair = knobs_.pair(i, values_[i], j, values_[j]);
        gain += pairs_left_[pair];
        if (take) pairs_left_[pair] = false;
      }
    }
    return gain;
  }

  void add_batch(Case first, const Fixed& fixed) {
    const std::size_t least = strength_ == Strength::Values ? 16 : 2;
    const unsigned classes = strength_ == Strength::Values ? 5 : 7;
    specs::SeededChooser choose = chooser();
    CoveringBatch batch;
    batch.route = route_for(first, fixed, choose);
    specs::Head head{&knobs_.spec(), first.level, {}, 0};
    for (const ops::TensorDesc& t : first.descriptor.tensors)
      head.types.push_back(static_cast<std::int64_t>(t.type));
    gain(first, batch.route, true);
    batch.cases.push_back(std::move(first));
    for (std::size_t i = 0; i < kDrawn && batch.cases.size() < kMost; ++i) {
      if (i % 16 == 0) head.size_class = static_cast<unsigned>(choose.below(classes));
      Case c = specs::draw(head, choose, {std::uint64_t{1} << 16});
      const bool brings = gain(c, batch.route, false) > 0;
      if (!brings && (batch.cases.size() >= least || (i + 1) % (kDrawn / least) != 0)) continue;
      gain(c, batch.route, true);
      batch.cases.push_back(std::move(c));
    }
    batches_.push_back(std::move(batch));
  }

  const Goals& goals_;
  const Knobs& knobs_;
  const Strength strength_;
  const std::uint64_t seed_;
  bool optional_ = false;
  std::vector<bool> pairs_left_;
  std::vector<std::vector<bool>> values_left_;
  std::vector<std::uint8_t> edges_left_, seen_;
  Knobs::Values values_;
  std::vector<CoveringBatch> batches_;
};

}  // namespace

std::vector<CoveringBatch> cover(const Goals& goals, Strength strength, std::uint64_t seed) {
  return Covering(goals, strength, seed).make();
}

}  // namespace assay::conformance
