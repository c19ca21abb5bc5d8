// Tests the variants of join and split on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using std::uint16_t;

TEST(Join, PutsStridedInputsSideBySide) {
  ops::Problem p = problem_of(signature_of("join"));
  set_value(p, "InputCount", {3});
  set_value(p, "Axis", {1});
  set_input(p, "InputTensors[0]", packed(DataType::UINT16, {2, 1}), bytes_of<uint16_t>({1, 2}));
  set_input(p, "InputTensors[1]", strided(DataType::UINT16, {2, 3}, {1, 4}),
            bytes_of<uint16_t>({3, 4, 5, 6, 7, 8}));
  set_input(p, "InputTensors[2]", strided(DataType::UINT16, {2, 1}, {0, 0}),
            bytes_of<uint16_t>({9, 9}));
  set_output(p, "OutputTensor", strided(DataType::UINT16, {2, 5}, {7, 1}));
  expect_answer<uint16_t>(p, "OutputTensor", {1, 3, 4, 5, 9, 2, 6, 7, 8, 9});
}

TEST(Join, OfOneTensorIsACopy) {
  ops::Problem p = problem_of(signature_of("join"));
  set_value(p, "InputCount", {1});
  set_value(p, "Axis", {0});
  set_input(p, "InputTensors[0]", packed(DataType::UINT16, {3}), bytes_of<uint16_t>({1, 2, 3}));
  set_output(p, "OutputTensor", packed(DataType::UINT16, {3}));
  expect_answer<uint16_t>(p, "OutputTensor", {1, 2, 3});
}

TEST(Split, CutsIntoPartsOfAnyStrides) {
  ops::Problem p = problem_of(signature_of("split"));
  set_value(p, "OutputCount", {3});
  set_value(p, "Axis", {0});
  set_input(p, "InputTensor", packed(DataType::UINT16, {4, 2}),
            bytes_of<uint16_t>({1, 2, 3, 4, 5, 6, 7, 8}));
  set_output(p, "OutputTensors[0]", packed(DataType::UINT16, {1, 2}));
  set_output(p, "OutputTensors[1]", strided(DataType::UINT16, {2, 2}, {1, 5}));
  set_output(p, "OutputTensors[2]", packed(DataType::UINT16, {1, 2}));
  expect_answer<uint16_t>(p, "OutputTensors[0]", {1, 2});
  expect_answer<uint16_t>(p, "OutputTensors[1]", {3, 4, 5, 6});
  expect_answer<uint16_t>(p, "OutputTensors[2]", {7, 8});
}

/// A kernel that writes what it sees of an array of tensors, and then spoils one guard.
ops::Problem seen(const ops::Signature& signature) {
  ops::Problem p = problem_of(signature);
  set_input(p, "Parts[0]", packed(DataType::UINT32, {3}), bytes_of<std::uint32_t>({1, 2, 3}));
  set_input(p, "Parts[1]", packed(DataType::UINT32, {1, 1}), bytes_of<std::uint32_t>({4}));
  set_output(p, "Outs[0]", packed(DataType::UINT32, {2}));
  set_output(p, "Outs[1]", packed(DataType::UINT32, {7}));
  return p;
}

const ops::Signature& slots_signature() {
  static const ops::Signature signature = [] {
    ops::Signature s;
    s.operator_name = "slots";
    s.add("Parts", ops::Kind::Input, {}, 3);
    s.add("Bias", ops::Kind::Input).optional = true;
    s.add("Outs", ops::Kind::Output, {}, 2);
    return s;
  }();
  return signature;
}

KernelFile slots_kernels(const std::string& last) {
  return parse_kernels(slots_signature(), "slots.cl",
                       "//: variant v\n"
                       "//: pass f groups 1 local 1\n"
                       "kernel void f(CASES, global const uint* Parts, global const uint* Bias,\n"
                       "              global uint* Outs) {\n"
                       "  CASE_SPACE const Case* c = CASE;\n"
                       "  global uint* out = Outs + c->Outs[1].base;\n"
                       "  out[0] = element_count(&c->Parts[0]);\n"
                       "  out[1] = c->Parts[1].DimensionCount;\n"
                       "  out[2] = c->Parts[2].DimensionCount;\n"
                       "  out[3] = element_count(&c->Parts[2]) + element_count(&c->Bias);\n"
                       "  out[4] = Parts[c->Parts[0].base + 2];\n"
                       "  out[5] = Parts[c->Parts[1].base];\n"
                       "  out[6] = c->Outs[1].base > c->Outs[0].base + 2;\n"
                       "  Outs[c->Outs[0].base] = 8;\n"
                       "  Outs[c->Outs[0].base + 1] = 9;\n" +
                           last + "}\n");
}

TEST(Slots, AKernelSeesWhichTensorsAreThereInOneBuffer) {
  const ops::Problem p = seen(slots_signature());
  const KernelFile file = slots_kernels("");
  for (const CaseSpace space : {CaseSpace::Global, CaseSpace::Constant, CaseSpace::Value}) {
    LaunchOptions options;
    options.case_space = space;
    EXPECT_EQ(answer<std::uint32_t>(file, file.variants[0], p, "Outs[1]", options),
              (std::vector<std::uint32_t>{3, 2, 0, 0, 3, 4, 1}));
    EXPECT_EQ(answer<std::uint32_t>(file, file.variants[0], p, "Outs[0]", options),
              (std::vector<std::uint32_t>{8, 9}));
  }
}

TEST(Slots, EachTensorOfAnArrayHasGuardsOfItsOwn) {
  const ops::Problem p = seen(slots_signature());
  const KernelFile behind = slots_kernels("  Outs[c->Outs[0].base + 2] = 1;\n");
  const BatchOutcome& outcome = test_launcher().launch(behind, behind.variants[0], {&p, 1}, {});
  ASSERT_FALSE(outcome.failure);
  ASSERT_EQ(outcome.damages.size(), 1u);
  EXPECT_EQ(outcome.damages[0].what, Damage::What::GuardAfter);
  EXPECT_EQ(outcome.damages[0].name, "Outs[0]");
  EXPECT_EQ(outcome.damages[0].offset, 8);
  const KernelFile input = slots_kernels("  ((global uint*)Parts)[c->Parts[1].base] = 77;\n");
  const BatchOutcome& changed = test_launcher().launch(input, input.variants[0], {&p, 1}, {});
  ASSERT_EQ(changed.damages.size(), 1u);
  EXPECT_EQ(changed.damages[0].what, Damage::What::InputChanged);
  EXPECT_EQ(changed.damages[0].name, "Parts[1]");
}

}  // namespace
}  // namespace assay::opencl::testing
