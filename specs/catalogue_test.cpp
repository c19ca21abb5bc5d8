// These tests load the specs of a folder and those that the program holds.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "testing/places.h"
#include "testing/specs/good_spec.h"

namespace assay::specs::testing {
namespace {

std::string refusal_of(const std::filesystem::path& folder) {
  try {
    const Catalogue catalogue(folder);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(Catalogue, HoldsTheOperatorsOfItsFolder) {
  const Catalogue embedded, one_by_one;
  const Catalogue folder(assay::testing::source_folder() / "specs/operators");
  ASSERT_EQ(embedded.all().size(), folder.all().size());
  for (const auto& spec : embedded.all()) {
    ASSERT_NE(folder.find(spec->name()), nullptr);
    ASSERT_NE(one_by_one.find(spec->name()), nullptr);
    EXPECT_EQ(one_by_one.find(spec->name())->text, spec->text);
    EXPECT_EQ(spec->rules.size(), folder.find(spec->name())->rules.size());
  }
  EXPECT_EQ(embedded.find("no_such"), nullptr);
  const auto temporary = std::filesystem::temp_directory_path() / "assay_loader_test";
  std::filesystem::remove_all(temporary);
  const std::string remedy = "; give a folder of specs, such as specs/operators of the source tree";
  EXPECT_EQ(refusal_of(temporary),
            "--specs " + temporary.string() + ": No such file or directory" + remedy);
  std::filesystem::create_directories(temporary);
  EXPECT_EQ(refusal_of(temporary),
            "--specs " + temporary.string() + ": holds no spec (*.json)" + remedy);
  std::ofstream(temporary / "twice.json") << kGood;
  EXPECT_EQ(Catalogue(temporary).all().size(), 1u);
  std::ofstream(temporary / "thrice.json") << kGood;
  EXPECT_EQ(refusal_of(temporary),
            (temporary / "thrice.json").string() +
                ":2:15: operator: the file is named thrice.json and its operator twice; give both "
                "the same name");
  std::filesystem::remove_all(temporary);
}

TEST(Catalogue, chooses_operators_by_name_and_refuses_unknown_ones) {
  const Catalogue all;
  EXPECT_EQ(all.chosen({}).size(), all.all().size());
  EXPECT_EQ(all.chosen({"slice1", "gather"}),
            (std::vector{all.find("slice1"), all.find("gather")}));
  EXPECT_THROW(all.chosen({"gather", "gathr"}), Error);
}

}  // namespace
}  // namespace assay::specs::testing
