// JSON keeps every element exactly, and a value that the type does not have is refused.
#include "specs/element_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/problem.h"

namespace assay::specs {
namespace {

using ops::DataType;

std::uint64_t bits_of(DataType type, const Json& json) {
  bool any_nan = false;
  const std::uint64_t bits = element_from_json(type, JsonPlace(json, "file"), any_nan);
  EXPECT_EQ(any_nan, json == "nan");
  return bits;
}

std::string refusal(DataType type, const Json& json) {
  bool any_nan = false;
  try {
    element_from_json(type, JsonPlace(json, "file"), any_nan);
    return "read";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(ElementJson, KeepsEveryElement) {
  EXPECT_TRUE(ops::holds("reading undoes writing, through text", [](std::mt19937_64& random) {
    const DataType type = ops::pick(random, ops::all_data_types());
    const std::uint64_t all =
        size_of(type) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size_of(type))) - 1;
    std::uint64_t bits = random() & all;
    if (ops::pick(random, 0, 3) == 0) bits = (all >> ops::pick(random, 0, 63)) & all;
    const Json json = Json::parse(element_to_json(type, bits).dump());
    RC_LOG() << json.dump();
    RC_ASSERT(bits_of(type, json) == bits);
  }));
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits)
    ASSERT_EQ(bits_of(DataType::FLOAT16, element_to_json(DataType::FLOAT16, bits)), bits);
}

TEST(ElementJson, ReadsIntegersOf64BitsExactly) {
  EXPECT_EQ(bits_of(DataType::UINT64, Json::parse("18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(bits_of(DataType::INT64, Json::parse("-9223372036854775808")), std::uint64_t{1} << 63);
  EXPECT_EQ(bits_of(DataType::INT64, Json::parse("9223372036854775807")), std::uint64_t{INT64_MAX});
  EXPECT_EQ(element_to_json(DataType::UINT64, UINT64_MAX).dump(), "18446744073709551615");
  EXPECT_EQ(element_to_json(DataType::INT64, std::uint64_t{1} << 63).dump(),
            "-9223372036854775808");
  EXPECT_EQ(element_to_json(DataType::INT8, 0x80).dump(), "-128");
  EXPECT_EQ(bits_of(DataType::INT8, -1), 0xffu);
  EXPECT_EQ(bits_of(DataType::INT64, "0x8000000000000001"), 0x8000000000000001u);
  EXPECT_EQ(bits_of(DataType::UINT8, "0xff"), 0xffu);
}

TEST(ElementJson, SaysByWordsWhatJsonCannot) {
  for (const auto& [type, infinity, zero, quiet] :
       {std::tuple{DataType::FLOAT16, 0x7c00u, 0x8000u, 0x7e00u},
        std::tuple{DataType::FLOAT32, 0x7f800000u, 0x80000000u, 0x7fc00000u}}) {
    EXPECT_EQ(bits_of(type, "inf"), infinity);
    EXPECT_EQ(bits_of(type, "-inf"), infinity | zero);
    EXPECT_EQ(bits_of(type, "-0"), zero);
    EXPECT_EQ(bits_of(type, -0.0), zero);
    EXPECT_EQ(bits_of(type, 0), 0u);
    EXPECT_EQ(bits_of(type, "nan"), quiet);
    EXPECT_EQ(element_to_json(type, infinity), "inf");
    EXPECT_EQ(element_to_json(type, infinity | zero), "-inf");
    EXPECT_EQ(element_to_json(type, zero), "-0");
  }
  EXPECT_EQ(bits_of(DataType::FLOAT32, "0x7f800001"), 0x7f800001u);
  EXPECT_EQ(element_to_json(DataType::FLOAT32, 0x7f800001), "0x7f800001");
  EXPECT_EQ(element_to_json(DataType::FLOAT16, 0xfe01), "0xfe01");
  EXPECT_EQ(element_to_json(DataType::FLOAT64, 0x7ff0000000000001), "0x7ff0000000000001");
}

TEST(ElementJson, RoundsToTheNearestHalf) {
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1.0), 0x3c00u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1p-11), 0x3c00u);            // a tie, to even
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1p-11 + 0x1p-40), 0x3c01u);  // not by way of a float
  EXPECT_EQ(bits_of(DataType::FLOAT16, 1 + 0x1.8p-10), 0x3c02u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1p-24), 1u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1p-25), 0u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1.8p-25), 1u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 0x1.ffcp-15 + 0x1p-30), 0x0400u);
  EXPECT_EQ(bits_of(DataType::FLOAT16, -65504), 0xfbffu);
  EXPECT_EQ(bits_of(DataType::FLOAT16, 65519.99999999), 0x7bffu);
  EXPECT_EQ(refusal(DataType::FLOAT16, 65520), "file: 65520 is out of FLOAT16's range");
  EXPECT_EQ(bits_of(DataType::FLOAT32, 0.1), std::bit_cast<std::uint32_t>(0.1f));
  EXPECT_EQ(bits_of(DataType::FLOAT64, 5e-324), 1u);
}

TEST(ElementJson, RefusesWhatATypeCannotHold) {
  EXPECT_EQ(refusal(DataType::UINT8, 256), "file: 256 is out of UINT8's range");
  EXPECT_EQ(refusal(DataType::UINT8, -1), "file: -1 is out of UINT8's range");
  EXPECT_EQ(refusal(DataType::INT8, 128), "file: 128 is out of INT8's range");
  EXPECT_EQ(refusal(DataType::INT8, -129), "file: -129 is out of INT8's range");
  EXPECT_EQ(refusal(DataType::UINT64, -1), "file: -1 is out of UINT64's range");
  EXPECT_EQ(refusal(DataType::INT64, Json::parse("9223372036854775808")),
            "file: 9223372036854775808 is out of INT64's range");
  EXPECT_EQ(refusal(DataType::INT32, 1.5), "file: must be an integer, as INT32");
  EXPECT_EQ(refusal(DataType::INT32, Json::parse("18446744073709551616")),
            "file: must be an integer, as INT32");
  EXPECT_EQ(refusal(DataType::INT32, "nan"), "file: \"nan\" is no value of INT32");
  EXPECT_EQ(refusal(DataType::INT32, "-0"), "file: \"-0\" is no value of INT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, "NaN"), "file: \"NaN\" is no value of FLOAT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, "1"), "file: \"1\" is no value of FLOAT32");
  EXPECT_EQ(refusal(DataType::FLOAT32, 1e39), "file: 1e+39 is out of FLOAT32's range");
  EXPECT_EQ(refusal(DataType::UINT8, "0x100"), "file: 0x100 is wider than UINT8");
  EXPECT_EQ(refusal(DataType::FLOAT64, "0x10000000000000000"),
            "file: \"0x10000000000000000\" is no bit pattern");
  for (const char* word : {"0x", "0xg", "0x-1", "0x 1", "0x1 "})
    EXPECT_EQ(refusal(DataType::FLOAT32, word),
              fmt::format("file: \"{}\" is no bit pattern", word));
  for (const Json& json : {Json(), Json(true), Json::array(), Json::object()})
    EXPECT_EQ(refusal(DataType::FLOAT32, json), "file: must be a number or a string");
}

}  // namespace
}  // namespace assay::specs
