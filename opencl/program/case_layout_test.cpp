// What a kernel reads of its case is what the host wrote.
#include "opencl/program/case_layout.h"

#include <gtest/gtest.h>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Kind;

const ops::Signature& values_signature() {
  static const ops::Signature signature = [] {
    ops::Signature s;
    s.operator_name = "values";
    s.add("OutputTensor", Kind::Output);
    s.add("ValueDataType", Kind::Type);
    s.add("Value", Kind::Scalar).type_place = 0;
    s.add("ScaleBias", Kind::Struct).optional = true;
    s.add("ScaleBias.Scale", Kind::Float);
    s.add("ScaleBias.Bias", Kind::Float);
    s.add("ScaleSize", Kind::Struct);
    s.add("ScaleSize.Width", Kind::Uint);
    s.add("ScaleSize.Height", Kind::Uint);
    s.add("Alphas", Kind::Floats);
    s.add("PaddingMode", Kind::Enum, {{"EDGE", 1}, {"WRAP", 4}});
    return s;
  }();
  return signature;
}

std::int64_t float_key(std::uint32_t bits) { return ops::key_of(DataType::FLOAT32, bits); }

std::vector<std::uint32_t> read_by_kernel(const ops::Problem& p) {
  static const KernelFile file =
      parse_kernels(values_signature(), "values.cl",
                    "//: variant v\n"
                    "//: pass f groups 1 local 1\n"
                    "kernel void f(CASES, global uint* OutputTensor) {\n"
                    "  CASE_SPACE const Case* c = CASE;\n"
                    "  global uint* out = OutputTensor + c->OutputTensor.base;\n"
                    "  out[0] = c->ValueDataType == INT16;\n"
                    "  out[1] = (uint)c->Value;\n"
                    "  out[2] = (uint)(c->Value >> 32);\n"
                    "  out[3] = c->ScaleBias.present;\n"
                    "  out[4] = as_uint(c->ScaleBias.Scale);\n"
                    "  out[5] = as_uint(c->ScaleBias.Bias);\n"
                    "  out[6] = c->ScaleSize.Width;\n"
                    "  out[7] = c->ScaleSize.Height;\n"
                    "  out[8] = as_uint(c->Alphas[0]);\n"
                    "  out[9] = as_uint(c->Alphas[1]);\n"
                    "  out[10] = c->PaddingMode == PADDING_MODE_WRAP;\n"
                    "}\n");
  return answer<std::uint32_t>(file, file.variants[0], p, "OutputTensor");
}

TEST(CaseLayout, AKernelReadsEachValueAsItIs) {
  ops::Problem p = problem_of(values_signature());
  set_output(p, "OutputTensor", packed(DataType::UINT32, {11}));
  set_value(p, "ValueDataType", {static_cast<std::int64_t>(DataType::INT16)});
  set_value(p, "Value", {-2});
  set_value(p, "ScaleBias", {1});
  set_value(p, "ScaleBias.Scale", {float_key(0xbfc00000)});
  set_value(p, "ScaleBias.Bias", {float_key(0x80000000)});
  set_value(p, "ScaleSize.Width", {5});
  set_value(p, "ScaleSize.Height", {6});
  set_value(p, "Alphas", {float_key(0x3f800000), float_key(0xff800000)});
  set_value(p, "PaddingMode", {4});
  EXPECT_EQ(read_by_kernel(p), (std::vector<std::uint32_t>{1, 0xfffe, 0, 1, 0xbfc00000, 0x80000000,
                                                           5, 6, 0x3f800000, 0xff800000, 1}));
}

TEST(CaseLayout, AStructThatIsLeftOutIsNotPresentAndAWideScalarIsWhole) {
  ops::Problem p = problem_of(values_signature());
  set_output(p, "OutputTensor", packed(DataType::UINT32, {11}));
  set_value(p, "ValueDataType", {static_cast<std::int64_t>(DataType::FLOAT64)});
  set_value(p, "Value", {ops::key_of(DataType::FLOAT64, 0xc008000000000001)});
  set_value(p, "Alphas", {});
  EXPECT_EQ(read_by_kernel(p),
            (std::vector<std::uint32_t>{0, 1, 0xc0080000, 0, 0, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace assay::opencl::testing
