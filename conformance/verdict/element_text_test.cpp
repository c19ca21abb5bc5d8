// Values and permitted sets in words.
#include "conformance/verdict/element_text.h"

#include <gtest/gtest.h>

#include <cstring>

namespace assay::conformance::testing {
namespace {

using ops::DataType;

TEST(ElementText, describes_what_is_permitted) {
  ops::PermittedTensor p;
  p.bytes.resize(8);
  set_bits(p.type, p.bytes, 0, 0x40400000);
  EXPECT_EQ(describe_permitted(p, 0), "3 (0x40400000)");
  p.zeros_equal = true;
  EXPECT_EQ(describe_permitted(p, 1), "0 (0x00000000) or its negative");
  p.any.push_back({1, 2});
  EXPECT_EQ(describe_permitted(p, 1), "anything");
  p.alternatives = {0, 0x3f800000};
  p.one_of.push_back({0, 0, 2});
  EXPECT_EQ(describe_permitted(p, 0), "one of 0 (0x00000000), 1 (0x3f800000)");
  EXPECT_EQ(describe_value(DataType::INT8, 0xff), "-1 (0xff)");
  EXPECT_EQ(describe_value(DataType::UINT64, ~std::uint64_t{0}),
            "18446744073709551615 (0xffffffffffffffff)");
}

}  // namespace
}  // namespace assay::conformance::testing
