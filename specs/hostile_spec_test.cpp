// Specs that are cut off, nested too deep, or have nodes of other types are each refused by an
// Error.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "testing/specs/good_spec.h"

namespace assay::specs::testing {
namespace {

/// Calls f with the pointer of each node of a document.
void visit(const Json& node, const Json::json_pointer& at,
           const std::function<void(const Json::json_pointer&)>& f) {
  f(at);
  if (node.is_object())
    for (const auto& [key, value] : node.items()) visit(value, at / key, f);
  if (node.is_array())
    for (std::size_t i = 0; i < node.size(); ++i) visit(node[i], at / i, f);
}

TEST(Loader, MeetsOtherTypesInAnyPlaceWithAnError) {
  const Json others[] = {
      nullptr,          true,           -1,        1, 1.5, "", "x", Json::array(), Json::object(),
      Json::array({1}), Json{{"x", 1}}, UINT64_MAX};
  int loaded = 0, refused = 0;
  const auto mutate = [&](const Json& document) {
    visit(document, Json::json_pointer(), [&](const Json::json_pointer& at) {
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
  Json real = Json::parse(
      read_file(std::filesystem::path(ASSAY_SOURCE_DIR) / "specs/operators/slice1.json"));
  real["errata"] = Json::array({real["errata"][0]});
  mutate(real);
  EXPECT_GT(loaded, 100);
  EXPECT_GT(refused, 1000);
}

TEST(Loader, RefusesDocumentsThatAreNoJson) {
  const std::string good = kGood;
  for (std::size_t i = 0; i < good.size(); ++i)
    EXPECT_EQ(outcome(good.substr(0, i)).find("twice.json:"), 0u) << i;
  std::string nested;
  for (int i = 0; i < 1'000'000; ++i) nested += '[';
  EXPECT_EQ(outcome(nested), "twice.json: nested deeper than 32");
  EXPECT_EQ(outcome(with("/let", Json::parse(nested.substr(0, 30) + std::string(30, ']')))),
            "twice.json: let: must be an object");
  EXPECT_EQ(outcome("{\n  \"operator\": twice }").find("twice.json:2:1"), 0u);
  EXPECT_EQ(outcome("[]"), "twice.json: must be an object");
  EXPECT_EQ(outcome("\xff\xfe").find("twice.json:1:"), 0u);
  EXPECT_EQ(outcome("{ \"operator\": 1e999 }").find("twice.json: "), 0u);
  EXPECT_EQ(outcome("{ \"operator\": \"\xff\" }").find("twice.json:1:"), 0u);
}

}  // namespace
}  // namespace assay::specs::testing
