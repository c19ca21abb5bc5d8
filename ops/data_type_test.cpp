#include "ops/data_type.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace assay::ops {
namespace {

TEST(DataType, HasANameThatLeadsBackToIt) {
  for (DataType type : all_data_types()) EXPECT_EQ(data_type_named(name_of(type)), type);
  EXPECT_EQ(data_type_named("FLOAT"), std::nullopt);
  EXPECT_EQ(data_type_named("float32"), std::nullopt);
  EXPECT_EQ(data_type_named(""), std::nullopt);
}

TEST(DataType, HasTheWidthAndTheKindThatItsNameTells) {
  std::set<std::string> names;
  for (DataType type : all_data_types()) {
    const std::string name(name_of(type));
    names.insert(name);
    const std::size_t digits = name.find_first_of("0123456789");
    const std::string kind = name.substr(0, digits);
    EXPECT_EQ(8 * size_of(type), std::stoul(name.substr(digits))) << name;
    EXPECT_EQ(is_float(type), kind == "FLOAT") << name;
    EXPECT_EQ(is_signed(type), kind != "UINT") << name;
  }
  EXPECT_EQ(names.size(), 11u);
}

TEST(DataType, HasTheValueOfTheHeader) {
  const std::string_view header[] = {"FLOAT32", "FLOAT16", "UINT32",  "UINT16", "UINT8", "INT32",
                                     "INT16",   "INT8",    "FLOAT64", "UINT64", "INT64"};
  for (int value = 1; value <= 11; ++value)
    EXPECT_EQ(name_of(static_cast<DataType>(value)), header[value - 1]);
}

}  // namespace
}  // namespace assay::ops
