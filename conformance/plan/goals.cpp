// Finds what can be reached. Many cases are drawn, and the pairs and edges that they have are noted
// with the number of the draw. A route can be combined with any case, so each value of a knob of
// the route is paired with every value that was seen. There are two exceptions. Some values need
// cases of a certain kind, such as an output in an input's memory, or the data types that a variant
// takes. And a variant with a local size of its own takes no other.
#include "conformance/plan/goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <span>

#include "conformance/plan/turning_goals.h"
#include "ops/embedded_file.h"
#include "ops/hash.h"
#include "specs/draw.h"
#include "specs/loader.h"
#include "specs/rules.h"
#include "specs/trial.h"

namespace assay::conformance {
namespace {

/// Drawing ends after so many draws at most, and before that when the second half of the draws has
/// shown nothing that the first half had not.
constexpr std::uint32_t kMostDraws = 1 << 15, kLeastDraws = 1 << 12;
constexpr std::uint64_t kGoalSeed = 0x90a15;
enum GoalStream : std::uint64_t { kGoalCases = 0, kGoalViolations = 1 };
constexpr specs::Limits kLimits{.max_elements = std::uint64_t{1} << 18};

specs::SeededChooser chooser_of(std::uint64_t number, GoalStream stream) {
  return specs::SeededChooser(rc::Random(rc::Random::Key{kGoalSeed, number, stream, 0}));
}

bool is_built_in(const specs::Spec& spec) {
  return std::ranges::any_of(specs::embedded_specs(),
                             [&](const ops::EmbeddedFile& file) { return file.path == spec.path; });
}

/// Whether draws with these numbers are made, in this order.
bool may_tell(const std::vector<std::uint32_t>& numbers) {
  return std::ranges::adjacent_find(numbers, std::greater_equal<>()) == numbers.end() &&
         !numbers.empty() && numbers.back() < kMostDraws;
}

}  // namespace

Goals::Goals(const specs::Spec& spec, const opencl::KernelFile& kernels,
             const TellingDraws* telling, const std::atomic<bool>& given_up)
    : knobs_(spec, kernels) {
  restart();
  const std::span<const std::uint32_t> numbers =
      telling && may_tell(telling->numbers) ? telling->numbers : std::span<const std::uint32_t>();
  for (const std::uint32_t number : numbers) {
    if (given_up) throw GivenUp();
    see(drawn(number), number);
  }
  if (numbers.empty() || witnesses() != *telling) {
    restart();
    make_draws(given_up);
  }
  telling_ = witnesses();
  const std::size_t variant = knobs_.route_begin();
  for (std::size_t k = variant; k < knobs_.all().size(); ++k)
    for (std::size_t v = 0; v < witnesses_[k].size(); ++v) {
      // Which data types such a variant takes was seen.
      const bool was_seen = k == variant && knobs_.all()[k].is_of_some_cases(v);
      if (!was_seen && some_variant_takes(k, v)) witnesses_[k][v] = 0;
    }
  add_route_pairs();
  violate_rules(given_up);
}

Goals::Goals(const Goals& like, const specs::Spec& spec, const opencl::KernelFile& kernels)
    : knobs_(spec, kernels),
      pairs_(like.pairs_),
      violated_(like.violated_),
      turning_points_(like.turning_points_),
      edges_(like.edges_),
      pair_witnesses_(like.pair_witnesses_),
      witnesses_(like.witnesses_),
      edge_witnesses_(like.edge_witnesses_),
      turning_witnesses_(like.turning_witnesses_),
      telling_(like.telling_) {}

void Goals::restart() {
  pairs_.assign(knobs_.pairs(), false);
  edges_.assign(knobs_.spec().rules.size(), 0);
  turning_points_.assign(turning_goal_count(), false);
  turning_witnesses_.assign(turning_goal_count(), {});
  pair_witnesses_.clear();
  edge_witnesses_.clear();
  witnesses_.clear();
  for (const Knob& k : knobs_.all()) witnesses_.emplace_back(k.values.size(), kNone);
}

void Goals::make_draws(const std::atomic<bool>& given_up) {
  std::uint32_t enough = kLeastDraws;
  for (std::uint32_t number = 0; number < enough; ++number) {
    if (given_up) throw GivenUp();
    if (see(drawn(number), number)) enough = std::clamp(2 * (number + 1), kLeastDraws, kMostDraws);
  }
}

TellingDraws Goals::witnesses() const {
  std::set<std::uint32_t> numbers;
  std::uint64_t hash = ops::hash_with(0, pair_witnesses_.size());
  const auto take = [&](std::uint32_t number) {
    if (number == kNone) return;
    numbers.insert(number);
    hash = ops::hash_with(hash, number);
  };
  for (const auto& [pair, number] : pair_witnesses_) take(number);
  for (const auto& of_knob : witnesses_)
    for (const std::uint32_t number : of_knob) take(number);
  for (const auto& [edge, number] : edge_witnesses_) {
    hash = ops::hash_with(ops::hash_with(hash, edge.first), edge.second);
    take(number);
  }
  for (std::size_t goal = 0; goal < turning_witnesses_.size(); ++goal) {
    if (turning_points_[goal]) hash = ops::hash_with(hash, goal);
    take(turning_witnesses_[goal].number);
  }
  return {{numbers.begin(), numbers.end()}, hash};
}

specs::Case Goals::drawn(std::uint32_t number) const {
  specs::SeededChooser chooser = chooser_of(number, kGoalCases);
  return specs::draw(knobs_.spec(), chooser, kLimits);
}

bool Goals::see(const specs::Case& c, std::uint32_t number) {
  bool is_new = false;
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < seen_.size(); ++r) {
    const std::uint8_t fresh = seen_[r] & ~edges_[r];
    for (const std::uint8_t bit : {specs::kSatisfied, specs::kAtLowEdge, specs::kAtHighEdge})
      if (fresh & bit) edge_witnesses_[{r, bit}] = number;
    is_new |= fresh != 0;
    edges_[r] |= seen_[r];
  }
  const auto& all = knobs_.all();
  // The route has the values that only some cases can have.
  Route route;
  for (const Knob& knob : all)
    if (knob.depends_on_case()) knob.set(route, 1);
  knobs_.read(c, route, values_);
  const auto note = [&](std::size_t i, std::size_t value) {
    if (witnesses_[i][value] == kNone) witnesses_[i][value] = number;
    for (std::size_t h = 0; h < i && h < knobs_.route_begin(); ++h) {
      if (values_[h] >= all[h].values.size()) continue;
      const std::size_t pair = knobs_.pair(h, values_[h], i, value);
      if (pairs_[pair]) continue;
      pairs_[pair] = is_new = true;
      pair_witnesses_[pair] = number;
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool of_case = i < knobs_.route_begin() || (all[i].depends_on_case() && values_[i]);
    if (of_case && values_[i] < all[i].values.size()) note(i, values_[i]);
  }
  const std::size_t variant = knobs_.route_begin();
  for (std::size_t v = 0; v < all[variant].values.size(); ++v)
    if (all[variant].is_of_some_cases(v) && all[variant].goes_with(c, v)) note(variant, v);
  // New turning points do not prolong the drawing: rare ones come for very long.
  route.repeat = UINT64_MAX;
  read_turning_goals(c, route, reached_);
  const std::uint64_t elements = total_elements(c);
  for (const std::uint16_t goal : reached_) {
    turning_points_[goal] = true;
    SmallestDraw& witness = turning_witnesses_[goal];
    if (elements < witness.elements) witness = {number, elements};
  }
  return is_new;
}

bool Goals::some_variant_takes(std::size_t knob, std::size_t value) const {
  const std::size_t variant = knobs_.route_begin();
  for (std::size_t a = 0; a < knobs_.all()[variant].values.size(); ++a)
    if (!knobs_.clash(variant, a, knob, value)) return true;
  return false;
}

void Goals::add_route_pairs() {
  const auto& all = knobs_.all();
  for (std::size_t j = knobs_.route_begin(); j < all.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      for (std::size_t a = 0; a < all[i].values.size(); ++a)
        for (std::size_t b = 0; b < all[j].values.size(); ++b) {
          const bool noted = all[j].is_of_some_cases(b) && i < knobs_.route_begin();
          if (possible(i, a) && possible(j, b) && !noted && !knobs_.clash(i, a, j, b))
            pairs_[knobs_.pair(i, a, j, b)] = true;
        }
}

void Goals::violate_rules(const std::atomic<bool>& given_up) {
  const auto& rules = knobs_.spec().rules;
  violated_.resize(rules.size());
  for (std::size_t r = 0; r < rules.size(); ++r) {
    if (given_up) throw GivenUp();
    specs::SeededChooser chooser = chooser_of(r, kGoalViolations);
    violated_[r] = specs::can_be_violated(knobs_.spec(), r, chooser);
  }
}

specs::Case Goals::witness_of_pair(std::size_t i, std::size_t a, std::size_t j,
                                   std::size_t b) const {
  const auto found = pair_witnesses_.find(knobs_.pair(i, a, j, b));
  if (found != pair_witnesses_.end()) return drawn(found->second);
  return i < knobs_.route_begin() ? witness_of_value(i, a) : witness_of_value(j, b);
}

specs::Case Goals::witness_of_value(std::size_t knob, std::size_t value) const {
  return drawn(witnesses_[knob][value]);
}

specs::Case Goals::witness_of_edge(std::size_t rule, std::uint8_t bit) const {
  return drawn(edge_witnesses_.at({rule, bit}));
}

specs::Case Goals::witness_of_turning_point(std::size_t goal) const {
  return drawn(turning_witnesses_[goal].number);
}

const std::string& drawn_text_of(const specs::Spec& spec) {
  return spec.draws_as.empty() ? spec.text : spec.draws_as;
}

std::string origin_of(const specs::Spec& spec, const opencl::KernelFile& kernels) {
  return fmt::format("{} {}", spec.draws_as.empty() ? spec.name() : spec.draws_as, kernels.path);
}

const Goals& GoalLibrary::find(const specs::Spec& spec, const opencl::KernelFile& kernels) {
  auto& goals = goals_[&spec];
  if (goals) return *goals;
  const Goals*& like = by_origin_[origin_of(spec, kernels)];
  // A spec's text does not say what the activations are that may be fused into the operator.
  const bool is_text_all = !spec.signature.activation || is_built_in(spec);
  goals = like ? std::make_unique<Goals>(*like, spec, kernels)
               : std::make_unique<Goals>(spec, kernels,
                                         is_text_all ? known_.find(drawn_text_of(spec)) : nullptr,
                                         given_up_);
  if (!like) like = goals.get();
  return *goals;
}

void GoalLibrary::prepare(const std::vector<const specs::Spec*>& operators) {
  std::vector<std::pair<const specs::Spec*, const opencl::KernelFile*>> asked;
  for (const specs::Spec* spec : operators) asked.emplace_back(spec, &kernels_.of(*spec));
  prepared_ = std::async(std::launch::async, [this, asked] {
    try {
      for (const auto& [spec, kernels] : asked)
        if (!given_up_) find(*spec, *kernels);
    } catch (const Goals::GivenUp&) {
      // wait() says so.
    }
  });
}

bool GoalLibrary::wait(const std::function<bool()>& go_on) {
  constexpr std::chrono::milliseconds kPoll(50);
  while (prepared_.valid() && prepared_.wait_for(kPoll) != std::future_status::ready)
    if (!go_on()) given_up_ = true;
  return !given_up_;
}

GoalLibrary::~GoalLibrary() {
  wait([] { return false; });
}

const Goals& GoalLibrary::of(const specs::Spec& spec) {
  if (prepared_.valid()) prepared_.get();
  return find(spec, kernels_.of(spec));
}

}  // namespace assay::conformance
