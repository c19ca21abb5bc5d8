#pragma once

#include <algorithm>

#include "specs/draw.h"
#include "specs/facet_walk.h"
#include "specs/pick.h"
#include "specs/rules.h"

namespace assay::specs {

/// Cases of this size class and of all larger ones have more than 65,536 elements.
inline constexpr unsigned kLargeClass = 8;

/// Chooses the entries of a case inside its rules, and often where drivers break. Each free size
/// divides what is left of `budget`. Without a head, the level and the data types are drawn as
/// well.
class Drawing : public Decider {
 public:
  Drawing(const Spec& spec, Chooser& chooser, const Head* head, std::int64_t budget)
      : chooser_(chooser),
        head_(head),
        budget_(budget),
        smallest_(budget == 1),
        large_(head && (head->wide || head->size_class >= kLargeClass)) {
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

}  // namespace assay::specs
