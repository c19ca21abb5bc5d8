// Tests of what stands above the kernels of formulas and of sums, by what they are computed with.
#include "opencl/program/formula_source.h"

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(FormulaSource, computes_with_doubles_where_the_define_says_so) {
  const KernelFile file = load_kernels(signature_of("activation_gelu"));
  const std::string in_double = file.own_source(*file.find("double"));
  EXPECT_NE(in_double.find("#define A_VALUE double\n"), in_double.npos);
  EXPECT_NE(in_double.find("#define A_LOAD(from, at) (double)(from)[at]\n"), in_double.npos);
  EXPECT_NE(in_double.find("static double formula(CASE_SPACE const Case* c, double x)"),
            in_double.npos);
  // A constant is not rounded to FLOAT32.
  EXPECT_NE(in_double.find("((double)0.70710678118654"), in_double.npos);
  EXPECT_EQ(in_double.find("formula4("), in_double.npos);
  const std::string four = file.own_source(*file.find("double_four"));
  EXPECT_NE(four.find("static double4 formula4(CASE_SPACE const Case* c, double4 x)"), four.npos);
  EXPECT_NE(four.find("((double4)0.70710678118654"), four.npos);
  EXPECT_NE(four.find("vstore4(convert_float4(value)"), four.npos);
  const std::string in_float = file.own_source(*file.find("each"));
  EXPECT_NE(in_float.find("static float formula(CASE_SPACE const Case* c, float x)"),
            in_float.npos);
  EXPECT_EQ(in_float.find("double formula"), in_float.npos);
}

TEST(FormulaSource, computes_with_halves_where_the_define_says_so) {
  const KernelFile file = load_kernels(signature_of("activation_gelu"));
  EXPECT_TRUE(file.find("half")->computes_in_half());
  EXPECT_FALSE(file.find("double")->computes_in_half());
  const std::string in_half = file.own_source(*file.find("half"));
  EXPECT_NE(in_half.find("#define A_LOAD(from, at) ((global const half*)(from))[at]\n"),
            in_half.npos);
  EXPECT_NE(in_half.find("static half formula(CASE_SPACE const Case* c, half x)"), in_half.npos);
  EXPECT_NE(in_half.find("(half)(0.7071067"), in_half.npos);
  EXPECT_EQ(in_half.find("vload_half(at"), in_half.npos);
  EXPECT_EQ(in_half.find("formula4("), in_half.npos);
  EXPECT_TRUE(file.find("half_four")->computes_in_half());
  const std::string four = file.own_source(*file.find("half_four"));
  EXPECT_NE(four.find("static half4 formula4(CASE_SPACE const Case* c, half4 x)"), four.npos);
  EXPECT_NE(four.find("vload4(0, (global const half*)"), four.npos);
}

TEST(FormulaSource, sums_with_halves_where_the_oracle_knows_what_they_give) {
  const KernelFile file = load_kernels(signature_of("gemm"));
  EXPECT_TRUE(file.find("half_tiled")->computes_in_half());
  EXPECT_NE(file.own_source(*file.find("half_tiled")).find("#define A_VALUE half\n"),
            std::string::npos);
  EXPECT_FALSE(file.find("tiled")->computes_in_half());
}

TEST(FormulaSource, computes_a_fused_activation_of_four_lanes_in_floats) {
  const KernelFile file = load_kernels(signature_of("element_wise_add1"));
  const auto returns = [&](const char* variant, const char* text) {
    const std::string source = file.own_source(*file.find(variant));
    EXPECT_NE(source.find(text), source.npos) << source;
  };
  returns("four", "return activated4(c, (a + b));");
  returns("half_four", "return convert_half4(activated4(c, convert_float4((a + b))));");
  returns("double_four", "return convert_double4(activated4(c, convert_float4((a + b))));");
}

TEST(FormulaSource, has_a_formula_of_four_lanes_only_where_a_kernel_names_it) {
  const ops::Signature& signature = signature_of("activation_elu");
  const auto source_of = [&](const std::string& text) {
    const KernelFile file = parse_kernels(
        signature, "own.cl",
        "//: variant own define A=type(InputTensor)\n//: pass own groups local\n" + text + "\n");
    return file.own_source(file.variants[0]);
  };
  for (const char* text : {"formula4(c, x)", "JOIN(formula, 4)(c, x)"})
    EXPECT_NE(source_of(text).find("float4 formula4("), std::string::npos) << text;
  const std::string without = source_of("A_STORE4(formula(c, A_LOAD4(InputTensor, 0).s0), ...)");
  EXPECT_EQ(without.find("float4 formula4("), std::string::npos);
  EXPECT_NE(without.find("#define A_LOAD4"), std::string::npos);
}

}  // namespace
}  // namespace assay::opencl::testing
