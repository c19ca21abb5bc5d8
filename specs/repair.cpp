// Repair is drawing with a decider that wants something.
#include "specs/repair.h"

#include "specs/dressing.h"
#include "specs/facet_walk.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

class Nearest : public Decider {
 public:
  explicit Nearest(const Case& wanted) : wanted_(wanted) {}

  void enter(const Facet&, Order&) override {}

  std::int64_t decide(const Facet& facet, const Case&, std::size_t i,
                      const ops::Set& set) override {
    const bool has = i < entry_count(facet, wanted_);
    return set.nearest(has ? entry(facet, wanted_, i) : 1);
  }

 private:
  const Case& wanted_;
};

}  // namespace

Case repair(const Case& wanted) {
  Case c(*wanted.spec);
  Nearest nearest(wanted);
  decide_facets(c, nearest);
  repair_dressing(c, wanted);
  c.route = wanted.route;
  c.data = wanted.data;
  return c;
}

}  // namespace assay::specs
