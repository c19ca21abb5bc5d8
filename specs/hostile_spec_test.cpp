// Specs that are cut off, nested too deep, or have nodes of other types are each refused by an
// Error.
#include <gtest/gtest.h>

#include <filesystem>

#include "testing/places.h"
#include "testing/specs/each_node.h"
#include "testing/specs/good_spec.h"

namespace assay::specs::testing {
namespace {

TEST(Loader, MeetsOtherTypesInAnyPlaceWithAnError) {
  const Json others[] = {
      nullptr,          true,           -1,        1, 1.5, "", "x", Json::array(), Json::object(),
      Json::array({1}), Json{{"x", 1}}, UINT64_MAX};
  int loaded = 0, refused = 0;
  const auto mutate = [&](const Json& document) {
    each_node(document, [&](const Json::json_pointer& at) {
      for (const Json& other : others) {
        Json changed = document;
        changed.at(at) = other;
        const std::string said = outcome(changed.dump());
        ++(said == "loaded" ? loaded : refused);
        if (said != "loaded") {
          EXPECT_EQ(said.find("twice.json: "), 0u) << at << ": " << said;
        }
      }
    });
  };
  mutate(Json::parse(kGood));
  Json real =
      Json::parse(read_file(assay::testing::source_folder() / "specs/operators/slice1.json"));
  real["errata"] = Json::array({real["errata"][0]});
  mutate(real);
  EXPECT_GT(loaded, 100);
  EXPECT_GT(refused, 1000);
}

TEST(Loader, RefusesDocumentsThatAreNoJson) {
  const std::string good = kGood;
  for (std::size_t i = 0; i < good.size(); ++i)
    EXPECT_EQ(outcome(good.substr(0, i)).find("twice.json: "), 0u) << i;
  std::string nested;
  for (int i = 0; i < 1'000'000; ++i) nested += '[';
  EXPECT_EQ(outcome(nested), "twice.json: nested deeper than 32; no more is read");
  EXPECT_EQ(outcome(with("/let", Json::parse(nested.substr(0, 30) + std::string(30, ']')))),
            "twice.json: let: must be an object");
  EXPECT_EQ(message_of("{\n  \"operator\": twice }").find("twice.json:2:16: "), 0u);
  EXPECT_EQ(outcome("[]"), "twice.json: must be an object");
  EXPECT_EQ(message_of("\xff\xfe").find("twice.json:1:1: "), 0u);
  EXPECT_EQ(message_of("{ \"operator\": 1e999 }").find("twice.json:1:15: "), 0u);
  EXPECT_EQ(message_of("{ \"operator\": \"\xff\" }").find("twice.json:1:"), 0u);
}

}  // namespace
}  // namespace assay::specs::testing
