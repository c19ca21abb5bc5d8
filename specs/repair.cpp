// Repairing is drawing with a decider that wants the entries of a given case.
#include "specs/repair.h"

#include <limits>

#include "ops/error.h"
#include "specs/dressing.h"
#include "specs/facet_walk.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

/// Which of a case's entries may become smaller than the wanted ones.
enum class Smaller { FreeSizes, FreeSizesAndValues };

class Nearest : public Decider {
 public:
  /// Free sizes are those that divide the budget of elements. They, and values where `smaller` says
  /// so, become at most `largest`.
  Nearest(const Case& wanted, Smaller smaller, std::int64_t largest)
      : wanted_(wanted), smaller_(smaller), largest_(largest) {}

  void enter(const Facet&, Order&) override {}

  std::int64_t decide(const Facet& facet, const Case&, std::size_t slot, std::size_t i,
                      const ops::Set& set) override {
    const bool has = i < entry_count(facet, wanted_, slot);
    const std::int64_t want = has ? entry(facet, wanted_, i, slot) : 1;
    const bool smaller = facet.budgeted ||
                         (smaller_ == Smaller::FreeSizesAndValues && facet.aspect == Aspect::Value);
    return set.nearest(smaller ? std::min(want, largest_) : want);
  }

 private:
  const Case& wanted_;
  Smaller smaller_;
  std::int64_t largest_;
};

/// Sizes may be permitted by themselves and still give too many elements to a tensor that depends
/// on them. Then smaller sizes are tried. Where the smallest are too large, it is because of a
/// value, for example of a stride; then smaller values are tried, too.
Case nearest(const Case& wanted) {
  constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLargest = std::int64_t{1} << 20;
  Smaller smaller = Smaller::FreeSizes;
  for (std::int64_t largest = kAny;;) {
    Case c(*wanted.spec);
    Nearest decider(wanted, smaller, largest);
    try {
      decide_facets(c, decider);
      return c;
    } catch (const Error&) {
      if (largest == 1 && smaller == Smaller::FreeSizesAndValues) throw;
    }
    if (largest == 1) smaller = Smaller::FreeSizesAndValues;
    largest = largest == kAny || largest == 1 ? kLargest : largest / 16;
  }
}

}  // namespace

Case repair(const Case& wanted) {
  Case c = nearest(wanted);
  repair_dressing(c, wanted);
  c.route = wanted.route;
  c.data = wanted.data;
  return c;
}

}  // namespace assay::specs
