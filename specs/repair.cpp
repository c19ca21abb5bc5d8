// Repairing is drawing with a decider that wants the entries of a given case.
#include "specs/repair.h"

#include <limits>

#include "ops/error.h"
#include "specs/dressing.h"
#include "specs/facet_walk.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

class Nearest : public Decider {
 public:
  /// Free sizes (those that divide the budget of elements) become at most `largest`.
  Nearest(const Case& wanted, std::int64_t largest) : wanted_(wanted), largest_(largest) {}

  void enter(const Facet&, Order&) override {}

  std::int64_t decide(const Facet& facet, const Case&, std::size_t slot, std::size_t i,
                      const ops::Set& set) override {
    const bool has = i < entry_count(facet, wanted_, slot);
    const std::int64_t want = has ? entry(facet, wanted_, i, slot) : 1;
    return set.nearest(facet.budgeted ? std::min(want, largest_) : want);
  }

 private:
  const Case& wanted_;
  std::int64_t largest_;
};

/// Sizes may be permitted by themselves and still give too many elements to a tensor that depends
/// on them. Then smaller sizes are tried.
Case nearest(const Case& wanted) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 20;
  for (std::int64_t largest = std::numeric_limits<std::int64_t>::max();;) {
    Case c(*wanted.spec);
    Nearest decider(wanted, largest);
    try {
      decide_facets(c, decider);
      return c;
    } catch (const Error&) {
      if (largest == 1) throw;
    }
    largest = largest == std::numeric_limits<std::int64_t>::max() ? kLargest : largest / 16;
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
