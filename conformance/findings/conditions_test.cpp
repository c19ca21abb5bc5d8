// What a condition says of a line is what the properties of its case say.
#include "conformance/findings/conditions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/run/record.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

RC_GTEST_PROP(Conditions, hold_for_the_cases_that_have_their_properties, ()) {
  const specs::Spec& spec = *catalogue().find("gather");
  KernelLibrary library({});
  specs::SeededChooser chooser(*rc::gen::inRange<std::uint64_t>(0, 100000));
  Properties properties;
  Conditions conditions(catalogue());
  opencl::DeviceInfo device;
  device.standards = {12, 20, 30};
  device.max_work_group_size = 1024;
  device.address_bits = 64;
  std::vector<std::string> lines;
  std::vector<std::vector<Properties::Id>> has;
  for (int i = 0; i < 8; ++i) {
    std::vector<const opencl::Variant*> offered;
    for (const opencl::Variant& v : library.of(spec).variants) offered.push_back(&v);
    const specs::Case c = draw(spec, chooser);
    const Route route = draw_route(offered, device, chooser, &c);
    lines.push_back(line_of(c, route));
    has.push_back(properties.of(library.knobs(spec), c, route));
  }
  // There are some thousand properties, of which each try takes a few.
  constexpr Properties::Id kStep = 16;
  const auto first = static_cast<Properties::Id>(chooser.below(kStep));
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (Properties::Id id = first; id < properties.size(); id += kStep) {
      const std::string text = properties[id].text;
      if (text.starts_with("operator=")) continue;
      RC_ASSERT(conditions.is_possible(text, spec));
      RC_ASSERT(conditions.hold({text}, lines[i]) == properties.holds(id, has[i]));
    }
}

TEST(Conditions, hold_where_one_of_the_values_does_and_all_of_them_do) {
  Conditions conditions(catalogue());
  const std::string line =
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1:indices=negative@variant=anything";
  EXPECT_TRUE(conditions.hold({}, line));
  EXPECT_TRUE(conditions.hold({"indices=edges or negative"}, line));
  EXPECT_TRUE(conditions.hold({"indices=negative", "variant=anything"}, line));
  EXPECT_FALSE(conditions.hold({"indices=negative", "variant=bits"}, line));
  EXPECT_FALSE(conditions.hold({"indices=edges or inside"}, line));
}

TEST(Conditions, of_one_operator_do_not_hold_for_another_that_is_asked_first) {
  Conditions conditions(catalogue());
  const std::string gather =
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1";
  const std::string gemm =
      "gemm:level=4_0:ATensor=FLOAT32.2x8:BTensor=FLOAT32.8x3:OutputTensor=FLOAT32.2x3:TransA=NONE:"
      "TransB=NONE:Alpha=1:Beta=0";
  EXPECT_FALSE(conditions.hold({"K>=5"}, gather));
  EXPECT_TRUE(conditions.hold({"K>=5"}, gemm));
  EXPECT_TRUE(conditions.hold({"K=8", "Beta=0", "Alpha is not 0"}, gemm));
  EXPECT_FALSE(conditions.hold({"K<8"}, gemm));
}

TEST(Conditions, hold_for_kinds_of_memory_that_coverage_does_not_count) {
  Conditions conditions(catalogue());
  const std::string line =
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1@variant=bits:memory=pageend";
  EXPECT_TRUE(conditions.hold({"memory=pageend", "memory is not write"}, line));
  EXPECT_TRUE(conditions.hold({"memory=map or pageend"}, line));
  EXPECT_FALSE(conditions.hold({"memory=far"}, line));
  // A knob of two values has no such property.
  EXPECT_FALSE(conditions.hold({"program is not source"}, line + ":program=spirv"));
}

TEST(Conditions, are_possible_where_the_operator_has_knob_value_and_rule) {
  Conditions conditions(catalogue());
  const specs::Spec& gather = *catalogue().find("gather");
  for (const char* text :
       {"indices=negative", "indices=edges or negative", "variant=mine", "shape with peel",
        "elements>=4^3", "memory=subbuffer", "memory=pageend", "memory=map or far",
        "InputTensor.Sizes[Axis]>=2", "elements of OutputTensor a multiple of 16",
        "IndicesTensor with negative indices", "IndexDimensions=0", "local size in 65..127",
        "InputTensor without NaN"})
    EXPECT_TRUE(conditions.is_possible(text, gather)) << text;
  for (const char* text :
       {"indices=negativ", "indices=edges or", "variant=", "memory", "memory=page",
        "memory=", "pieces=2", "inplace=true", "", "shape with paint", "indices=negative or red",
        "K>=5", "IndicesTensor with NaN"})
    EXPECT_FALSE(conditions.is_possible(text, gather)) << text;
  EXPECT_FALSE(conditions.is_possible("indices=negative", *catalogue().find("slice1")));
}

}  // namespace
}  // namespace assay::conformance::testing
