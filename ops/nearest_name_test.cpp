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

TEST(NearestName, IsFoundInANameOfDirectMLsHeaders) {
  const std::vector<std::string> operators{"element_wise_exp", "element_wise_multiply", "gather",
                                           "gather_nd", "join"};
  EXPECT_EQ(nearest_name("DML_ELEMENT_WISE_EXP_OPERATOR_DESC", operators), "element_wise_exp");
  EXPECT_EQ(nearest_name("DML_OPERATOR_ELEMENT_WISE_EXP", operators), "element_wise_exp");
  EXPECT_EQ(nearest_name("DML_OPERATOR_GATHER_ND", operators), "gather_nd");
  EXPECT_EQ(nearest_name("DML_GATHRE_OPERATOR_DESC", operators), "gather");
  EXPECT_EQ(nearest_name("DML_TENSOR_DATA_TYPE_FLOAT32", kSome), "FLOAT32");
  const std::vector<std::string> modes{"NEAREST_NEIGHBOR", "LINEAR"};
  EXPECT_EQ(nearest_name("DML_INTERPOLATION_MODE_NEAREST_NEIGHBOR", modes), "NEAREST_NEIGHBOR");
  const std::vector<std::string> functions{"SUM", "LOG_SUM", "LOG_SUM_EXP", "SUM_SQUARE"};
  EXPECT_EQ(nearest_name("DML_REDUCE_FUNCTION_SUM", functions), "SUM");
  EXPECT_EQ(nearest_name("DML_REDUCE_FUNCTION_LOG_SUM", functions), "LOG_SUM");
  EXPECT_EQ(nearest_name("DML_REDUCE_FUNCTION_SUMM", functions), "SUM");
  EXPECT_EQ(nearest_name("DML_FEATURE_LEVEL_4_1", {"4_0", "4_1"}), "4_1");
}

TEST(NearestName, IsNoneWhereNoNameIsLikeIt) {
  EXPECT_EQ(nearest_name("convolution", kSome), "");
  EXPECT_EQ(nearest_name("", kSome), "");
  EXPECT_EQ(nearest_name("DML_", kSome), "");
  EXPECT_EQ(nearest_name("DML_OPERATOR_DESC", kSome), "");
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
