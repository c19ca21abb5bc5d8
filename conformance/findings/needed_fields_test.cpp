// A rule on routes takes the place of a driver, so that it is known which fields failures need.
#include "conformance/findings/needed_fields.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/route/route_field.h"
#include "conformance/run/record.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"
#include "testing/conformance/faulty_campaign.h"

namespace assay::conformance::testing {
namespace {

/// A case of `tile` on a drawn route, which fails where the route has the values of some of its
/// fields, and what is left of the route without all others.
struct Failing {
  specs::Case c;
  Route route, needed;

  explicit Failing(std::uint64_t seed) {
    const specs::Spec& spec = *catalogue().find("tile");
    KernelLibrary library({});
    opencl::DeviceInfo device;
    device.standards = {12, 20, 30};
    device.max_work_group_size = 1024;
    std::vector<const opencl::Variant*> offered;
    for (const opencl::Variant& v : library.of(spec).variants) offered.push_back(&v);
    specs::SeededChooser chooser(seed);
    c = specs::draw(spec, chooser);
    route = draw_route(offered, device, chooser, &c);
    needed = route;
    for (const RouteField& field : route_fields())
      if (chooser.once_in(2)) field.make_usual(needed);
  }

  /// Whether another route has all values that the failure needs.
  std::string judge(const Route& other) const {
    for (const RouteField& field : route_fields())
      if (!field.is_usual(needed) && field.get(other) != field.get(needed)) return "";
    return "Wrong";
  }
  /// The fields that the failure needs, as bits.
  std::uint64_t bits() const {
    std::uint64_t bits = 0;
    for (std::size_t f = 0; f < route_fields().size(); ++f)
      if (!route_fields()[f].is_usual(needed)) bits |= std::uint64_t{1} << f;
    return bits;
  }
  FailedCase failed(std::uint64_t batch) const { return {line_of(c, route), batch, "Wrong"}; }
};

RC_GTEST_PROP(NeededFields, are_found_by_running_a_case_without_them, (std::uint64_t seed)) {
  const Failing f(seed);
  const FailedCase failed = f.failed(7), other = f.failed(8);
  NeededFields needed({failed, other}, catalogue());
  RC_ASSERT(needed.wanting(failed) == 1u);
  RC_ASSERT(needed.reduced(failed, f.route) == f.route);
  std::set<std::string> routes;
  const auto tried =
      needed.find_out(failed, f.c, f.route, [&](const specs::Case& c, const Route& r) {
        RC_ASSERT(routes.insert(line_of(c, r)).second);
        return std::optional(f.judge(r));
      });
  RC_ASSERT(needed.wanting(failed) == 0u);
  RC_ASSERT(needed.reduced(failed, f.route) == f.needed);
  RC_ASSERT(needed.wanting(other) == 1u);
  RC_ASSERT(needed.proven(failed) == f.bits());
  RC_ASSERT(needed.proven(other) == 0u);
  // The last run is that with its own route, which tells nothing new where no field is needed.
  RC_ASSERT(tried.size() + (f.bits() != 0) == routes.size());
  for (const NeededFields::Tried& t : tried) RC_ASSERT(t.failure == f.judge(t.route));
}

RC_GTEST_PROP(NeededFields, are_those_that_shrinking_left, (std::uint64_t seed)) {
  const Failing f(seed);
  FailedCase shrunk = f.failed(7);
  const FailedCase other = f.failed(8);
  shrunk.shrunk = line_of(f.c, f.needed);
  NeededFields needed({shrunk, other}, catalogue());
  RC_ASSERT(needed.reduced(shrunk, f.route) == f.needed);
  RC_ASSERT(needed.reduced(other, f.route) == f.route);
  const bool needs_none = simpler_routes(f.needed).empty();
  for (const RouteField& field : route_fields()) {
    RC_ASSERT(needed.may_be_cause(shrunk, field.name) == (needs_none || !field.is_usual(f.needed)));
    RC_ASSERT(needed.may_be_cause(other, field.name));
  }
  // Shrinking may have ended before it came to a field, so what it left is proven by runs alone.
  RC_ASSERT(needed.proven(shrunk) == 0u);
  const auto judge = [&](const specs::Case&, const Route& r) { return std::optional(f.judge(r)); };
  RC_ASSERT(needed.without_each(shrunk, f.c, f.needed, judge).size() ==
            simpler_routes(f.needed).size());
  RC_ASSERT(needed.proven(shrunk) == f.bits());
  RC_ASSERT(needed.without_each(shrunk, f.c, f.needed, judge).empty());
}

TEST(NeededFields, of_a_batch_are_not_known_from_one_case_of_many) {
  // The first case has another fault, which needs nothing.
  const Failing f(5);
  std::vector<FailedCase> batch(5, f.failed(7));
  Route plain;
  plain.variant = f.route.variant;
  batch[0].shrunk = line_of(f.c, plain);
  NeededFields needed(batch, catalogue());
  EXPECT_EQ(needed.wanting(batch[1]), 2u);
  EXPECT_EQ(needed.reduced(batch[1], f.route), f.route);
  for (const std::size_t i : {1, 2})
    needed.find_out(batch[i], f.c, f.route,
                    [&](const specs::Case&, const Route& r) { return std::optional(f.judge(r)); });
  EXPECT_EQ(needed.wanting(batch[1]), 0u);
  EXPECT_EQ(needed.reduced(batch[1], f.route), f.needed);
  EXPECT_EQ(needed.proven(batch[1]), 0u);
  needed.without_each(batch[0], f.c, plain, [&](const specs::Case&, const Route& r) {
    return std::optional(f.judge(r));
  });
  EXPECT_EQ(needed.proven(batch[1]), 0u);
}

TEST(NeededFields, are_left_open_where_a_simpler_route_fails_otherwise_or_is_not_judged) {
  const Failing f(5);
  ASSERT_FALSE(simpler_routes(f.needed).empty());
  const FailedCase failed = f.failed(7);
  NeededFields needed({failed}, catalogue());
  needed.find_out(failed, f.c, f.route,
                  [](const specs::Case&, const Route&) { return std::nullopt; });
  EXPECT_EQ(needed.wanting(failed), 1u);
  needed.find_out(failed, f.c, f.route, [&](const specs::Case&, const Route& r) {
    return std::optional<std::string>(f.judge(r).empty() ? "Crashed" : "Wrong");
  });
  EXPECT_EQ(needed.reduced(failed, f.route), f.needed);
  EXPECT_EQ(needed.proven(failed), 0u);
}

TEST(NeededFields, are_not_proven_by_a_case_that_passes_alone_or_by_a_run_that_is_not_judged) {
  const Failing f(5);
  const FailedCase alone = f.failed(7);
  FailedCase shrunk = f.failed(8);
  shrunk.shrunk = line_of(f.c, f.needed);
  NeededFields needed({alone, shrunk}, catalogue());
  needed.find_out(alone, f.c, f.route,
                  [](const specs::Case&, const Route&) { return std::optional<std::string>(""); });
  EXPECT_EQ(needed.proven(alone), 0u);
  const auto judge = [&](const specs::Case&, const Route& r) { return std::optional(f.judge(r)); };
  int runs = 0;
  needed.without_each(shrunk, f.c, f.needed, [&](const specs::Case& c, const Route& r) {
    return runs++ == 0 ? std::nullopt : judge(c, r);
  });
  EXPECT_EQ(needed.proven(shrunk), 0u);
  needed.without_each(shrunk, f.c, f.needed, judge);
  EXPECT_EQ(needed.proven(shrunk), f.bits());
}

TEST(NeededFields, are_the_only_ones_that_a_finding_names) {
  // There are so many faults in so few batches that other fields come along with those that fail.
  for (const char* name : {"gather", "slice1", "tile", "one_hot"})
    for (const std::uint64_t batches : {20, 40, 80}) {
      FaultyCampaign campaign({name}, batches, [](const auto& has) {
        const bool is_in_pieces = has.contains("memory=map") && has.contains("pieces=other");
        return is_in_pieces || has.contains("memory=rect") || has.contains("memory=subbuffer") ||
                       has.contains("fill=special")
                   ? "Wrong"
                   : "";
      });
      campaign.shrink();
      for (const Finding& f : campaign.findings(false))
        for (const std::string& condition : f.conditions)
          for (const RouteField& field : route_fields()) {
            if (!condition.starts_with(field.name)) continue;
            EXPECT_TRUE(field.name == "memory" || field.name == "pieces")
                << name << ": " << f.sentence();
          }
    }
}

}  // namespace
}  // namespace assay::conformance::testing
