// The batches are walked in order, from the first one. Each earns milliseconds for builds, and a
// batch whose operator's next key costs no more than what was earned opens that key.
#include "conformance/plan/build_schedule.h"

#include <algorithm>

#include "conformance/plan/build_costs.h"

namespace assay::conformance {
namespace {

/// The allowance is earned during so many rounds, after the first one.
constexpr std::uint64_t kRoundsOfAllowance = 2;

/// Of the batches that build nothing, one in so many takes any key. The others take none whose
/// kernels run slowly, as these would have most of the time.
constexpr std::uint64_t kAnyKeyOnceIn = 64;

/// How many cases a batch of a round has on average.
double cases_in(std::uint64_t round) {
  constexpr double kLater = 200;
  return round < 3 ? static_cast<double>(std::uint64_t{4} << (2 * round)) : kLater;
}

/// Which of the data types that one program serves a batch has. Those that a spec prefers are drawn
/// most of the time, so they are found first, and most batches have the first.
std::size_t choose_types(const specs::Spec& spec, std::size_t count, specs::Chooser& chooser) {
  constexpr std::uint64_t kOtherOnceIn = 4;
  const bool prefers = std::any_of(
      spec.facets.begin(), spec.facets.end(),
      [](const specs::Facet& f) { return f.aspect == specs::Aspect::DataType && f.prefer; });
  return prefers && !chooser.once_in(kOtherOnceIn) ? 0 : chooser.below(count);
}

/// Whether some of the key's cases have the turn's data type.
bool has_type(const BuildKey& key, const BuildSchedule::Turn& t) {
  const std::size_t place = t.spec->signature.first_tensor();
  return std::ranges::any_of(key.types,
                             [&](const ops::List& types) { return types[place] == t.type; });
}

}  // namespace

BuildSchedule::BuildSchedule(std::vector<Turn> turns, std::vector<specs::Level> levels,
                             Combine combine, std::uint64_t seed, KernelLibrary* kernels,
                             RankOf rank_of)
    : turns_(std::move(turns)),
      levels_(std::move(levels)),
      combine_(combine),
      seed_(seed),
      own_kernels_(kernels ? nullptr : std::make_unique<KernelLibrary>(std::nullopt)),
      kernels_(kernels ? *kernels : *own_kernels_),
      rank_of_(std::move(rank_of)) {}

BuildSchedule::OfOperator& BuildSchedule::of(const Turn& t) {
  const auto found = operators_.find(t.spec);
  if (found != operators_.end()) return found->second;
  return operators_
      .emplace(t.spec, BuildOrder(*t.spec, kernels_.of(*t.spec), levels_, combine_, seed_))
      .first->second;
}

void BuildSchedule::walk_to(std::uint64_t index) {
  const std::uint64_t round_size = turns_.size();
  walked_ = std::max(walked_, round_size);
  for (; walked_ < index; ++walked_) {
    const std::uint64_t round = walked_ / round_size;
    OfOperator& o = of(turn(walked_));
    const std::size_t next = o.order.first_keys() + o.opened.size();
    const double share =
        o.order.is_new(next) ? BuildCosts::kShareWhileGrowing : BuildCosts::kShareAfterwards;
    credit_ += share * cases_in(round) * BuildCosts::kCaseMilliseconds;
    if (round <= kRoundsOfAllowance)
      credit_ +=
          BuildCosts::kAllowanceMilliseconds / static_cast<double>(kRoundsOfAllowance * round_size);
    const double cost = o.order.at(next)->milliseconds;
    if (cost > credit_ || rank_of_(walked_)) continue;
    credit_ -= cost;
    opened_ += cost;
    o.opened.push_back(walked_);
  }
}

/// The choice of key `number`, with the turn's data type if the key has it.
BuildSchedule::Choice BuildSchedule::choose_of(OfOperator& o, const Turn& t, std::size_t number,
                                               specs::Chooser& chooser) {
  const std::size_t place = t.spec->signature.first_tensor();
  const BuildKey* key = o.order.at(number);
  std::vector<const ops::List*> types;
  for (const ops::List& list : key->types)
    if (list[place] == t.type) types.push_back(&list);
  if (types.empty()) types.push_back(&key->types[0]);
  return {key, number, types[choose_types(*t.spec, types.size(), chooser)]};
}

BuildSchedule::Choice BuildSchedule::choose_by_rank(OfOperator& o, const Turn& t, std::size_t known,
                                                    specs::Chooser& chooser, std::uint64_t rank) {
  std::vector<const opencl::Variant*> variants;
  for (std::size_t n = 0; n < o.order.first_keys(); ++n)
    if (std::ranges::find(variants, o.order.at(n)->variant) == variants.end())
      variants.push_back(o.order.at(n)->variant);
  const opencl::Variant* variant = variants[rank % variants.size()];
  // The keys that are wished most: of the turn's data type, and fast.
  std::vector<std::size_t> keys;
  int most = -1;
  for (std::size_t n = 0; n < known; ++n) {
    const BuildKey& key = *o.order.at(n);
    if (key.variant != variant) continue;
    const int wished = 2 * !key.slow + has_type(key, t);
    if (wished > most) keys.clear(), most = wished;
    if (wished == most) keys.push_back(n);
  }
  Choice choice = choose_of(o, t, keys[chooser.below(keys.size())], chooser);
  choice.of_variant = rank / variants.size();
  return choice;
}

BuildSchedule::Choice BuildSchedule::choose(std::uint64_t index, specs::Chooser& chooser) {
  walk_to(index + 1);
  const Turn& t = turn(index);
  OfOperator& o = of(t);
  const std::size_t first = o.order.first_keys();
  const auto before = std::lower_bound(o.opened.begin(), o.opened.end(), index);
  const auto opened = static_cast<std::size_t>(before - o.opened.begin());
  if (before != o.opened.end() && *before == index) {
    const BuildKey* key = o.order.at(first + opened);
    return {key, first + opened, &key->types[choose_types(*t.spec, key->types.size(), chooser)]};
  }
  if (const auto rank = rank_of_(index))
    return choose_by_rank(o, t, first + opened, chooser, *rank);
  // The keys that have the turn's data type. In the first round the first of them is taken, in the
  // second round the last of the first keys, then the one before it, and so on. Rounds in which the
  // turn opened a key do not count.
  const auto openings = std::count_if(o.opened.begin(), before, [&](std::uint64_t at) {
    return at % turns_.size() == index % turns_.size();
  });
  const std::uint64_t round = index / turns_.size() - static_cast<std::uint64_t>(openings);
  const std::size_t known = first + (round == 0 ? 0 : opened);
  std::vector<std::size_t> keys;
  for (std::size_t n = 0; n < known; ++n)
    if (has_type(*o.order.at(n), t)) keys.push_back(n);
  if (keys.empty()) keys.push_back(0);
  const std::size_t firsts =
      static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), first) - keys.begin());
  std::size_t number = keys[0];
  if (round != 0 && round < firsts) {
    number = keys[firsts - round];
  } else if (round != 0) {
    std::vector<std::size_t> taken, slow;
    for (const std::size_t n : keys) (o.order.at(n)->slow ? slow : taken).push_back(n);
    if (taken.empty() || chooser.once_in(kAnyKeyOnceIn))
      taken.insert(taken.end(), slow.begin(), slow.end());
    number = taken[chooser.below(taken.size())];
  }
  return choose_of(o, t, number, chooser);
}

std::vector<opencl::BuildUnit> BuildSchedule::first_units(std::uint64_t index, const Route& route) {
  OfOperator& o = of(turn(index));
  std::vector<opencl::BuildUnit> units;
  for (std::size_t n = 0; n < o.order.first_keys(); ++n) {
    const BuildKey& key = *o.order.at(n);
    if (options_text(key.route) != options_text(route)) continue;
    std::vector<ops::DataType> types;
    for (const std::int64_t type : key.types[0]) types.push_back(static_cast<ops::DataType>(type));
    units.push_back({key.variant, std::move(types)});
  }
  return units;
}

BuildSchedule::Spent BuildSchedule::spent(std::uint64_t index) {
  walk_to(index);
  for (const Turn& t : turns_) of(t);
  Spent spent;
  for (std::uint64_t i = 0; i < index; ++i)
    spent.cases += cases_in(i / turns_.size()) * BuildCosts::kCaseMilliseconds;
  for (auto& [spec, o] : operators_) {
    for (std::size_t n = 0; n < o.order.first_keys(); ++n)
      spent.builds += o.order.at(n)->milliseconds;
    for (std::size_t n = 0; n < o.opened.size() && o.opened[n] < index; ++n)
      spent.builds += o.order.at(o.order.first_keys() + n)->milliseconds;
  }
  return spent;
}

}  // namespace assay::conformance
