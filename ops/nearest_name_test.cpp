#include "ops/nearest_name.h"

#include <gtest/gtest.h>

namespace assay::ops {
namespace {

const std::vector<std::string> kSome{"slice1",     "gather",  "gather_nd",
                                     "scatter_nd", "FLOAT32", "activation_softmax"};

TEST(NearestName, IsThatWithTheFewestEdits) {
  EXPECT_EQ(nearest_name("gathr", kSome), "gather");
  EXPECT_EQ(nearest_name("gather_n", kSome), "gather_nd");
  EXPECT_EQ(nearest_name("scater_nd", kSome), "scatter_nd");
  EXPECT_EQ(nearest_name("slice", kSome), "slice1");
  EXPECT_EQ(nearest_name("rnu", {"new", "run"}), "run");
}

TEST(NearestName, MayBeWrittenInSmallLettersOrInPart) {
  EXPECT_EQ(nearest_name("float32", kSome), "FLOAT32");
  EXPECT_EQ(nearest_name("softmax", kSome), "activation_softmax");
}

TEST(NearestName, IsNoneWhereNoNameIsLikeIt) {
  EXPECT_EQ(nearest_name("convolution", kSome), "");
  EXPECT_EQ(nearest_name("", kSome), "");
  EXPECT_EQ(nearest_name("x", {}), "");
  EXPECT_EQ(nearest_words("join", {"argmin"}), "");
  EXPECT_EQ(nearest_words("gathr", kSome), "; the nearest is \"gather\"");
  EXPECT_EQ(known_words("gathr", kSome), "; the nearest is \"gather\"");
  EXPECT_EQ(known_words("join", {"argmin"}), "; the only one is \"argmin\"");
  EXPECT_EQ(known_words("join", {"x", "y", "z"}), "; known are \"x\", \"y\" and \"z\"");
  EXPECT_EQ(known_words("join", std::vector<std::string>(25, "x")), "");
}

}  // namespace
}  // namespace assay::ops
