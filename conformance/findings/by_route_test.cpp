// What fails by its route alone is told once for all operators, and apart where it fails in other
// ways.
#include "conformance/findings/by_route.h"

#include <gtest/gtest.h>

#include <map>

#include "testing/conformance/faulty_campaign.h"

namespace assay::conformance::testing {
namespace {

using Told = std::map<std::vector<std::string>, std::vector<std::string>>;

/// The operators of each set of conditions.
Told told(FaultyCampaign::Fault fault) {
  FaultyCampaign campaign({"gather", "slice1", "tile"}, 300, std::move(fault));
  Told told;
  for (const Finding& f : campaign.findings(true)) {
    EXPECT_FALSE(told.contains(f.conditions)) << f.sentence();
    told[f.conditions] = f.operators;
  }
  return told;
}

TEST(ByRoute, faults_of_several_operators_are_told_by_the_values_of_their_routes) {
  // One operator shows two faults, and each of the others one.
  EXPECT_EQ(
      told([](const auto& has) {
        if (has.contains("memory=rect") && !has.contains("operator=gather")) return "Crashed";
        return has.contains("memory=subbuffer") && !has.contains("operator=slice1") ? "Wrong" : "";
      }),
      (Told{{{"memory=rect"}, {"slice1", "tile"}}, {{"memory=subbuffer"}, {"gather", "tile"}}}));
}

TEST(ByRoute, values_whose_cases_fail_alike_are_of_one_finding) {
  // A few of the cases crash.
  EXPECT_EQ(told([n = 0](const auto& has) mutable {
              const bool is_mapped = has.contains("memory=map") || has.contains("memory=usehost") ||
                                     has.contains("memory=allochost");
              if (!is_mapped || !has.contains("pieces=other")) return "";
              return ++n % 16 == 0 ? "Crashed" : "Wrong";
            }),
            (Told{{{"memory=allochost or map or usehost", "pieces=other"},
                   {"gather", "slice1", "tile"}}}));
}

}  // namespace
}  // namespace assay::conformance::testing
