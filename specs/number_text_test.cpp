#include "specs/number_text.h"

#include <gtest/gtest.h>

#include <random>

#include "ops/value_key.h"

namespace assay::specs {
namespace {

using ops::DataType;

TEST(NumberText, ReadsBackWhatItPrints) {
  std::mt19937_64 random(1);
  for (const DataType type : ops::all_data_types()) {
    const bool all = size_of(type) <= 2;
    const std::uint64_t count = all ? std::uint64_t{1} << (8 * size_of(type)) : 20000;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto spare = static_cast<unsigned>(64 - 8 * size_of(type));
      const std::uint64_t bits = all ? i : random() << spare >> spare;
      const std::string text = number_text(type, bits);
      ASSERT_EQ(number_from_text(type, text), bits) << name_of(type) << " " << text;
    }
  }
}

TEST(NumberText, PrintsTheShortestDecimal) {
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x3dcccccd), "0.1");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x40000000), "2");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x60ad78ec), "1e+20");
  EXPECT_EQ(number_text(DataType::FLOAT16, 0x2e66), "0.1");
  EXPECT_EQ(number_text(DataType::FLOAT16, 0x7bff), "65500");
  EXPECT_EQ(number_text(DataType::FLOAT64, 0x3fb999999999999a), "0.1");
  EXPECT_EQ(number_text(DataType::UINT64, ~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(number_text(DataType::INT8, 0x80), "-128");
}

TEST(NumberText, NamesWhatDecimalsCannotSay) {
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x80000000), "-0");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x7f800000), "inf");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0xff800000), "-inf");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x7fc00000), "nan");
  EXPECT_EQ(number_text(DataType::FLOAT32, 0x7fc00001), "0x7fc00001");
  EXPECT_EQ(number_text(DataType::FLOAT16, 0xfe00), "0xfe00");
}

TEST(NumberText, RefusesWhatTheTypeDoesNotHave) {
  for (const char* text :
       {"", "1e99", "one", "NaN", "infinity", "0x", "0x1ffffffff", "1.0f", " 1", "+1", "1x2"})
    EXPECT_EQ(number_from_text(DataType::FLOAT32, text), std::nullopt) << text;
  for (const char* text : {"256", "-1", "1.5", "nan", "", "0x100"})
    EXPECT_EQ(number_from_text(DataType::UINT8, text), std::nullopt) << text;
  EXPECT_EQ(number_from_text(DataType::FLOAT16, "65520"), std::nullopt);
  EXPECT_EQ(number_from_text(DataType::INT64, "9223372036854775808"), std::nullopt);
}

}  // namespace
}  // namespace assay::specs
