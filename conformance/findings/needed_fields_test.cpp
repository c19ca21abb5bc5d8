// A rule on routes takes the place of a driver, so that it is known which fields failures need.
#include "conformance/findings/needed_fields.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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
  FailedCase failed(std::uint64_t batch) const { return {line_of(c, route), batch, "Wrong"}; }
};

RC_GTEST_PROP(NeededFields, are_found_by_running_a_case_without_them, (std::uint64_t seed)) {
  const Failing d(seed);
  NeededFields needed({}, catalogue());
  const FailedCase failed = d.failed(7);
  RC_ASSERT(needed.is_unknown(failed));
  RC_ASSERT(needed.reduced(failed, d.route) == d.route);
  const auto tried = needed.find_out(failed, d.c, d.route, [&](const specs::Case&, const Route& r) {
    return std::optional(d.judge(r));
  });
  RC_ASSERT(needed.reduced(failed, d.route) == d.needed);
  RC_ASSERT(needed.is_unknown(d.failed(8)));
  for (const NeededFields::Tried& t : tried) RC_ASSERT(t.failed == !d.judge(t.route).empty());
}

RC_GTEST_PROP(NeededFields, are_those_that_shrinking_left, (std::uint64_t seed)) {
  const Failing d(seed);
  FailedCase shrunk = d.failed(7);
  shrunk.shrunk = line_of(d.c, d.needed);
  const NeededFields needed({shrunk, d.failed(8)}, catalogue());
  RC_ASSERT(needed.reduced(d.failed(7), d.route) == d.needed);
  RC_ASSERT(needed.reduced(d.failed(8), d.route) == d.route);
  const bool needs_none = simpler_routes(d.needed).empty();
  for (const RouteField& field : route_fields()) {
    RC_ASSERT(needed.may_be_cause(d.failed(7), field.name) ==
              (needs_none || !field.is_usual(d.needed)));
    RC_ASSERT(needed.may_be_cause(d.failed(8), field.name));
  }
}

TEST(NeededFields, are_all_where_nothing_can_be_run) {
  const Failing d(5);
  NeededFields needed({}, catalogue());
  const auto tried = needed.find_out(d.failed(7), d.c, d.route,
                                     [](const specs::Case&, const Route&) { return std::nullopt; });
  EXPECT_TRUE(tried.empty());
  EXPECT_EQ(needed.reduced(d.failed(7), d.route), d.route);
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
