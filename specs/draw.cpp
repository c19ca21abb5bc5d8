// Drawing chooses the entries of a case inside its rules, and often where drivers break. The budget
// of elements is drawn first. Each free size divides what is left of the budget.
#include "specs/draw.h"

#include <algorithm>
#include <array>
#include <bit>

#include "ops/error.h"
#include "specs/dressing.h"
#include "specs/facet_walk.h"
#include "specs/pick.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

/// Cases of this size class and of all larger ones have more than 65,536 elements.
constexpr unsigned kLargeClass = 8;

class Drawing : public Decider {
 public:
  Drawing(const Spec& spec, Chooser& chooser, const Head* head, std::int64_t budget)
      : chooser_(chooser),
        head_(head),
        budget_(budget),
        smallest_(budget == 1),
        large_(head && head->size_class >= kLargeClass) {
    for (const Facet& f : spec.facets) {
      budgeted_left_ += f.budgeted * f.slots;
      growth_ |= f.budgeted && f.aspect == Aspect::Value;
    }
  }

  void enter(const Facet& facet, Order& order) override {
    wished_ = false;
    if (!facet.budgeted) return;
    --budgeted_left_;
    follows_ = facet.follows;
    left_ = budget_;
    if (budgeted_left_ > 0 && chooser_.below(growth_ ? kShareOf : 2))
      left_ = log_uniform(chooser_, budget_);
    // All elements of the tensor lie in one dimension, and their number is an edge.
    in_one_ = chooser_.once_in(kEdgeOnceIn);
    if (in_one_) left_ = pick_edge(chooser_, left_);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[chooser_.below(i)]);
    entries_left_ = order.size();
  }

  std::int64_t decide(const Facet& facet, const Case& c, std::size_t slot, std::size_t i,
                      const ops::Set& set) override {
    switch (facet.aspect) {
      case Aspect::Level:
        if (head_) return head_->level.index;
        return c.spec->interesting_levels[chooser_.below(c.spec->interesting_levels.size())].index;
      case Aspect::DataType:
        // The head may have been made of a case in which this tensor is absent.
        return head_ ? set.nearest(head_->types[c.spec->member_of(facet).place + slot])
                     : uniform(chooser_, preferred(facet, c, i, set));
      case Aspect::Dimensions:
        // With few dimensions, even one tensor can be large by itself.
        return large_ && chooser_.below(2)
                   ? set.nearest(set.lowest() + static_cast<std::int64_t>(chooser_.below(2)))
                   : uniform(chooser_, set);
      case Aspect::Sizes:
        // A tensor of an array may be twice as long as the first, which had the whole budget, if
        // there was one.
        return facet.budgeted ? pick_size(set, slot > 0 && !smallest_ ? 2 * entry(facet, c, i) : 0)
               : chooser_.below(2) ? set.highest()
                                   : uniform(chooser_, set);
      case Aspect::Value: {
        const ops::Set among = preferred(facet, c, i, set);
        return facet.budgeted   ? pick_growth(among)
               : facet.distinct ? uniform(chooser_, ascending(c, facet, i, among))
                                : pick_member(facet, c, among);
      }
      default:
        return uniform(chooser_, set);
    }
  }

 private:
  static constexpr std::uint64_t kPreferOffOnceIn = 32, kEdgeOnceIn = 6, kShareOf = 8;

  std::int64_t pick_member(const Facet& facet, const Case& c, const ops::Set& set) {
    // Of many enumerators none is nearer to an edge than another.
    constexpr std::uint64_t kManyEnumerators = 8;
    if (c.spec->member_of(facet).kind == ops::Kind::Enum && set.count() >= kManyEnumerators)
      return uniform(chooser_, set);
    const auto type = value_type(c.spec->member_of(facet), c.descriptor);
    return type && is_float(*type) && c.descriptor.is_there(c.spec->member_of(facet))
               ? pick_float(chooser_, set, *type)
               : pick_value(chooser_, set);
  }

  ops::Set preferred(const Facet& facet, const Case& c, std::size_t i, const ops::Set& set) {
    if (!facet.prefer || chooser_.once_in(kPreferOffOnceIn)) return set;
    if (!wished_) {
      wished_ = true;
      wishes_.resize(1, {});
      if (!is_array(c.spec->member_of(facet).kind))
        facet.prefer->set(c.descriptor, wishes_[0]);
      else if (!facet.prefer->sets(c.descriptor, wishes_))
        wishes_.clear();
    }
    const ops::Set both = i < wishes_.size() ? set.intersect(wishes_[i]) : ops::Set();
    return both.empty() ? set : both;
  }

  std::int64_t pick_size(const ops::Set& set, std::int64_t at_least) {
    --entries_left_;
    // A size that another tensor has, too, was counted there.
    if (follows_ && set.count() == 1) return set.lowest();
    const ops::Set within = set.intersect({1, std::max(left_, at_least)});
    if (within.empty()) return set.lowest();
    const std::int64_t size = within.count() == 1 ? within.lowest() : pick_free_size(within);
    left_ = std::max<std::int64_t>(left_ / size, 1);
    budget_ = std::max<std::int64_t>(budget_ / size, 1);
    return size;
  }

  /// A value that multiplies sizes if it is at least 1, and else adds to them. Added to a size, it
  /// multiplies the size by no more than itself and 1.
  std::int64_t pick_growth(const ops::Set& set) {
    --entries_left_;
    const std::int64_t offset = 1 - std::min<std::int64_t>(set.lowest(), 1);
    const ops::Set within = set.intersect({set.lowest(), left_ - offset});
    const std::int64_t value = within.empty() ? set.lowest() : pick_value(chooser_, within);
    const std::int64_t factor = std::max<std::int64_t>(value + offset, 1);
    left_ = std::max<std::int64_t>(left_ / factor, 1);
    budget_ = std::max<std::int64_t>(budget_ / factor, 1);
    return value;
  }

  /// The part of the set that is beyond the entry before, and leaves room for the entries behind.
  static ops::Set ascending(const Case& c, const Facet& facet, std::size_t i, const ops::Set& set) {
    const auto behind = static_cast<std::int64_t>(entry_count(facet, c) - 1 - i);
    const std::int64_t low = i == 0 ? set.lowest() : entry(facet, c, i - 1) + 1;
    const ops::Set window = set.intersect({low, set.highest() - behind});
    return window.empty() ? set : window;
  }

  std::int64_t pick_free_size(const ops::Set& set) {
    if (in_one_ || (entries_left_ == 0 && chooser_.below(2))) return set.highest();
    switch (chooser_.below(8)) {
      case 0:
      case 1:
        return set.nearest(pick_edge(chooser_, set.highest()));
      case 2:
      case 3:
        return set.highest();
      case 4:
        return pick_turning_point(chooser_, set);
      default:
        return set.nearest(log_uniform(chooser_, set.highest()));
    }
  }

  Chooser& chooser_;
  const Head* head_;
  std::int64_t budget_, left_ = 1;
  std::size_t budgeted_left_ = 0, entries_left_ = 0;
  /// The preferred values of the facet's entries, from when the first entry needs them.
  ops::Sets wishes_;
  /// Whether every size is to be the smallest one.
  const bool smallest_;
  const bool large_;
  bool in_one_ = false, wished_ = false, growth_ = false, follows_ = false;
};

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

}  // namespace

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
  const std::uint64_t floor = std::uint64_t{1} << (2 * head.size_class);
  auto budget = static_cast<std::int64_t>(floor + chooser.below(3 * floor));
  // A large case that came out too small is drawn again, a few times.
  const std::uint64_t least =
      head.size_class >= kLargeClass ? std::min(floor, limits.max_elements / 4) : 0;
  int tries = 8;
  while (true) {
    c.restart(*head.spec);
    Drawing drawing(*head.spec, chooser, &head, budget);
    try {
      decide_facets(c, drawing);
    } catch (const Error&) {
      // What follows from the sizes may be more than a tensor can hold.
      if (budget == 1) throw;
      budget = std::max<std::int64_t>(budget / 16, 1);
      continue;
    }
    const std::uint64_t elements = std::max(total_elements(c), work_of(c));
    if (elements > limits.max_elements && budget > 1)
      budget /= static_cast<std::int64_t>(std::min<std::uint64_t>(
          elements / limits.max_elements + 1, static_cast<std::uint64_t>(budget)));
    else if (elements > least || --tries == 0)
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
