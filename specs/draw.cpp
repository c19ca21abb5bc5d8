// The budget of elements is drawn first, and then the entries of a case (specs/drawing.h).
#include "specs/draw.h"

#include <algorithm>
#include <array>
#include <bit>

#include "ops/error.h"
#include "specs/drawing.h"
#include "specs/dressing.h"

namespace assay::specs {
namespace {

/// How many of 4096 heads have each size class; the last class gets the rest. Most classes are
/// small: the median case has about 64 elements. From class 8 on, cases have more than 65,536
/// elements. Larger classes are rarer, so that each takes about a hundredth of a campaign's time.
constexpr std::array<unsigned, 13> kClassWeights{200, 350, 1200, 1200, 656, 250, 100,
                                                 40,  64,  22,   8,    4,   2};

/// The steps that a case takes, where its spec says how many they are.
std::uint64_t work_of(const Case& c) {
  if (!c.spec->work) return 0;
  const auto work = c.spec->work->integer(c.descriptor);
  return work ? static_cast<std::uint64_t>(std::max<std::int64_t>(*work, 0)) : UINT64_MAX;
}

/// Draws data types by tensor place, those of absent tensors among them. Where the rules permit it,
/// they are `wished`; 0 is no wish.
ops::List draw_types(const Spec& spec, Chooser& chooser, Level level, const ops::List& wished) {
  // The data types depend only on each other and on the level. So a small case is drawn, and its
  // types are kept.
  struct Types : Drawing {
    Types(const Spec& s, Chooser& c, Level l, const ops::List& w)
        : Drawing(s, c, nullptr, 1), level(l), wished(w) {
      types.resize(s.signature.tensor_count, 0);
    }
    std::int64_t decide(const Facet& f, const Case& c, std::size_t slot, std::size_t i,
                        const ops::Set& set) override {
      if (f.aspect == Aspect::Level) return level.index;
      if (f.aspect != Aspect::DataType) return Drawing::decide(f, c, slot, i, set);
      const std::size_t place = c.spec->member_of(f).place + slot;
      const bool granted = wished[place] != 0 && set.contains(wished[place]);
      return types[place] = granted ? wished[place] : Drawing::decide(f, c, slot, i, set);
    }
    Level level;
    const ops::List& wished;
    ops::List types;
  } drawing(spec, chooser, level, wished);
  Case c(spec);
  decide_facets(c, drawing);
  return drawing.types;
}

/// How many elements a wide tensor has at least.
constexpr std::uint64_t kWide = (std::uint64_t{1} << 16) + 1;

/// Decides the facets of a case. Gives whether what follows from them is not more than a tensor can
/// hold.
bool decide_with(const Head& head, Chooser& chooser, std::int64_t budget, Case& c) {
  c.restart(*head.spec);
  Drawing drawing(*head.spec, chooser, &head, budget);
  try {
    decide_facets(c, drawing);
    return true;
  } catch (const Error&) {
    // With the smallest sizes this is no fault of the sizes.
    if (budget == 1) throw;
    return false;
  }
}

bool is_wide(const ops::TensorDesc& t) { return ops::element_count(t.sizes).value_or(0) >= kWide; }

bool are_wide(const Case& c, const Head& head, bool all) {
  for (std::size_t place = 0; place < c.descriptor.tensors.size(); ++place) {
    const ops::TensorDesc& t = c.descriptor.tensors[place];
    const bool asked = place == *head.wide || (all && !t.absent);
    if (asked && (t.absent || !is_wide(t))) return false;
  }
  return true;
}

/// How a case with a wide tensor is sought: so many tries, each of which draws with a budget of
/// 2^least_bits to 2^most_bits, and may have sixteenths of the elements that a case may have.
/// Tensors whose sizes are free share a budget, so that it is larger than the case.
struct Search {
  bool all;
  unsigned tries, sixteenths, least_bits, most_bits;
};
/// A case should have few more elements than it must, as it takes time. By default 5/16 are enough
/// for two wide tensors, and 7/16 for three.
constexpr std::array<Search, 3> kForAll{
    {{true, 160, 5, 17, 36}, {true, 160, 7, 17, 36}, {true, 160, 16, 17, 36}}};
constexpr std::array<Search, 3> kForOne{
    {{false, 100, 5, 4, 26}, {false, 100, 7, 4, 26}, {false, 100, 16, 4, 26}}};

/// Draws the facets of a case in which the head's tensor is wide, or all are. Gives whether one was
/// found.
bool find(const Search& search, const Head& head, Chooser& chooser, const Limits& limits, Case& c) {
  // Wide cases are rare, so each may take more steps than others.
  constexpr std::uint64_t kMoreWork = 4;
  const std::uint64_t most = limits.max_elements * search.sixteenths / 16;
  for (unsigned i = 0; i < search.tries; ++i) {
    const std::uint64_t more = chooser.below(search.most_bits - search.least_bits + 1);
    if (decide_with(head, chooser, std::int64_t{1} << (search.least_bits + more), c) &&
        are_wide(c, head, search.all) && total_elements(c) <= most &&
        work_of(c) <= kMoreWork * limits.max_elements)
      return true;
  }
  return false;
}

bool find_wide(const Head& head, Chooser& chooser, const Limits& limits, Case& c) {
  const auto finds = [&](const Search& search) { return find(search, head, chooser, limits, c); };
  return (head.all_wide && std::ranges::any_of(kForAll, finds)) ||
         std::ranges::any_of(kForOne, finds);
}

}  // namespace

bool permits_wide(const Limits& limits) { return limits.max_elements >= 2 * kWide; }

unsigned largest_size_class(const Limits& limits) {
  const unsigned bits =
      static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(limits.max_elements, 1)));
  return (bits - 1) / 2;
}

unsigned draw_size_class(Chooser& chooser, const Limits& limits) {
  std::uint64_t at = chooser.below(4096);
  const unsigned largest = largest_size_class(limits);
  unsigned size_class = 0;
  for (unsigned w : kClassWeights) {
    if (at < w || size_class == largest) break;
    at -= w;
    ++size_class;
  }
  return size_class;
}

Head draw_head(const Spec& spec, Chooser& chooser, const Limits& limits,
               const std::vector<Level>& levels, std::optional<std::int64_t> first) {
  const std::vector<Level>& among = levels.empty() ? spec.interesting_levels : levels;
  Head head{&spec, among[chooser.below(among.size())], {}, 0};
  ops::List wished;
  wished.resize(spec.signature.tensor_count, 0);
  if (first) wished[spec.signature.first_tensor()] = *first;
  head.types = draw_types(spec, chooser, head.level, wished);
  head.size_class = draw_size_class(chooser, limits);
  return head;
}

Head draw_head(const Spec& spec, const ops::List& types, Chooser& chooser, const Limits& limits,
               const std::vector<Level>& levels) {
  const std::vector<Level>& among = levels.empty() ? spec.interesting_levels : levels;
  Head head{&spec, {}, types, 0};
  const std::uint64_t begin = chooser.below(among.size());
  for (std::uint64_t i = 0; i < among.size(); ++i) {
    head.level = among[(begin + i) % among.size()];
    if (spec.support_at(head.level) && draw_types(spec, chooser, head.level, types) == types) break;
  }
  head.size_class = draw_size_class(chooser, limits);
  return head;
}

void draw(const Head& head, Chooser& chooser, const Limits& limits, Case& c) {
  if (head.wide && find_wide(head, chooser, limits, c)) return draw_dressing(c, chooser, limits);
  const unsigned size_class = head.wide ? kLargeClass : head.size_class;
  const std::uint64_t floor = std::uint64_t{1} << (2 * size_class);
  auto budget = static_cast<std::int64_t>(floor + chooser.below(3 * floor));
  // A large case that came out too small is drawn again, a few times.
  const std::uint64_t least =
      size_class >= kLargeClass ? std::min(floor, limits.max_elements / 4) : 0;
  int tries = 8;
  while (true) {
    if (!decide_with(head, chooser, budget, c)) {
      budget = std::max<std::int64_t>(budget / 16, 1);
      continue;
    }
    const std::uint64_t cost = std::max(total_elements(c), work_of(c));
    if (cost > limits.max_elements && budget > 1)
      budget /= static_cast<std::int64_t>(std::min<std::uint64_t>(
          cost / limits.max_elements + 1, static_cast<std::uint64_t>(budget)));
    else if (total_elements(c) > least || --tries == 0)
      break;
  }
  draw_dressing(c, chooser, limits);
}

Case draw(const Head& head, Chooser& chooser, const Limits& limits) {
  Case c;
  draw(head, chooser, limits, c);
  return c;
}

Case draw(const Spec& spec, Chooser& chooser, const Limits& limits) {
  return draw(draw_head(spec, chooser, limits), chooser, limits);
}

}  // namespace assay::specs
