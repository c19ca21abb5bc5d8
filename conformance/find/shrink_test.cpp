// Tests of shrinking: with predicates whose smallest case is known, and with properties of drawn
// cases.
#include "conformance/find/shrink.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "opencl/shape/shape.h"
#include "specs/case_text.h"
#include "specs/draw.h"
#include "specs/rules.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

using specs::Case;

Routed routed(const std::string& line) {
  const Case c = specs::parse_case(line, catalogue());
  return {c, parse_route(c.route)};
}

std::int64_t largest_size(const Case& c) {
  std::int64_t most = 0;
  for (const ops::TensorDesc& t : c.descriptor.tensors)
    for (std::int64_t s : t.sizes) most = std::max(most, s);
  return most;
}

const char* const kSum =
    "cumulative_summation:level=6_4:InputTensor=FLOAT32.7x3x131/400x133x1#6000~64:OutputTensor="
    "FLOAT32.7x3x131:Axis=2:AxisDirection=DECREASING:HasExclusiveSum=true:fill=bits:seed=77@"
    "variant=scan:placement=5";

TEST(Shrink, leaves_one_element_where_everything_fails) {
  const Routed least = shrink(routed(kSum), [](const Routed&) { return true; });
  EXPECT_EQ(specs::print_case(least.c).substr(0, specs::print_case(least.c).find('@')),
            "cumulative_summation:level=6_4:InputTensor=FLOAT32.1:OutputTensor=FLOAT32.1:Axis=0:"
            "AxisDirection=INCREASING:HasExclusiveSum=false");
  EXPECT_EQ(least.route.launch.placement, 0u);
  EXPECT_EQ(least.route.variant, "scan");
}

TEST(Shrink, drops_a_fused_activation_or_makes_it_simpler) {
  const std::string head =
      "element_wise_add1:level=6_4:ATensor=FLOAT32.1:BTensor=FLOAT32.1:OutputTensor=FLOAT32.1";
  const Routed start =
      routed(head + ":FusedActivation.Type=activation_celu:FusedActivation.Alpha=3.7@variant=each");
  const auto fewest = [&](const auto& interesting) {
    return specs::print_problem(shrink(start, interesting).c);
  };
  const auto type = [](const Routed& r) { return r.c.descriptor.value("FusedActivation.Type"); };
  const auto is_fused = [](const Routed& r) {
    return r.c.descriptor.value("FusedActivation") == 1;
  };
  EXPECT_EQ(fewest([](const Routed&) { return true; }), head);
  EXPECT_EQ(fewest(is_fused), head + ":FusedActivation.Type=activation_identity");
  EXPECT_EQ(fewest([&](const Routed& r) { return is_fused(r) && type(r) > 8; }),
            head +
                ":FusedActivation.Type=activation_scaled_tanh:FusedActivation.Alpha=0:"
                "FusedActivation.Beta=0");
}

TEST(Shrink, makes_fills_and_routes_plain) {
  const Routed least = shrink(
      routed("gather:level=4_1:InputTensor=INT32.9:IndicesTensor=INT64.5:OutputTensor=INT32.5:Axis="
             "0:IndexDimensions=1:fill=special:indices=negative:seed=77@variant=bits:local=128:"
             "guard=512"),
      [](const Routed& r) { return r.c.descriptor.tensors[1].sizes[0] > 1; });
  EXPECT_EQ(least.c.fill, specs::Fill::Distinct);
  EXPECT_EQ(least.c.indices, specs::IndexFill::Inside);
  EXPECT_EQ(least.c.seed, 0u);
  EXPECT_EQ(least.route, parse_route({{"variant", "bits"}}));
}

TEST(Shrink, stops_at_the_size_that_matters) {
  const Routed least =
      shrink(routed(kSum), [](const Routed& r) { return largest_size(r.c) >= 65; });
  EXPECT_EQ(largest_size(least.c), 65);
  EXPECT_EQ(specs::total_elements(least.c), 130u);
}

TEST(Shrink, keeps_what_power_of_two_a_size_must_be_a_multiple_of) {
  const Routed start = routed(
      "gather:level=6_4:InputTensor=FLOAT32.1x1x3x56:IndicesTensor=UINT32.1x1x1x7:OutputTensor="
      "FLOAT32.1x1x7x56:Axis=2:IndexDimensions=1@variant=vector");
  for (const std::int64_t multiple : {2, 4, 8}) {
    const Routed least = shrink(start, [&](const Routed& r) {
      return r.c.descriptor.tensor("OutputTensor").sizes.back() % multiple == 0;
    });
    EXPECT_EQ(largest_size(least.c), multiple);
  }
}

TEST(Shrink, keeps_the_axis_that_matters_and_nothing_else) {
  const Routed least =
      shrink(routed(kSum), [](const Routed& r) { return r.c.descriptor.value("Axis") == 2; });
  EXPECT_EQ(least.c.descriptor.tensors[0].sizes, (ops::List{1, 1, 1}));
  EXPECT_EQ(least.c.descriptor.value("HasExclusiveSum"), 0);
}

// With a smaller window, or with a smaller dilation, the output alone would become larger.
TEST(Shrink, makes_a_window_smaller_together_with_what_it_stands_in) {
  const Routed least = shrink(
      routed("convolution:level=4_0:InputTensor=FLOAT32.1x1x10:FilterTensor=FLOAT32.1x1x4:"
             "OutputTensor=FLOAT32.1x1x1:Mode=CONVOLUTION:Direction=FORWARD:DimensionCount=1:"
             "Strides=1:Dilations=3:StartPadding=0:EndPadding=0:OutputPadding=0:GroupCount=1"),
      [](const Routed& r) { return r.c.descriptor.tensors[1].sizes[2] > 1; });
  EXPECT_EQ(least.c.descriptor.tensors[1].sizes, (ops::List{1, 1, 2}));
  EXPECT_EQ(specs::total_elements(least.c), 5u);
  EXPECT_EQ(least.c.descriptor.list("Dilations"), ops::List{1});
}

TEST(Shrink, makes_sizes_smaller_together_that_must_be_equal) {
  const Routed least = shrink(routed("element_wise_abs:level=6_4:InputTensor=FLOAT32.13x13:"
                                     "OutputTensor=FLOAT32.13x13@variant=each"),
                              [](const Routed& r) {
                                const ops::List& sizes = r.c.descriptor.tensors[0].sizes;
                                return sizes.size() == 2 && sizes[0] == sizes[1] && sizes[0] > 2;
                              });
  EXPECT_EQ(largest_size(least.c), 3);
}

TEST(Shrink, keeps_strides_that_matter) {
  const Routed least =
      shrink(routed(kSum), [](const Routed& r) { return r.c.descriptor.tensors[0].strided; });
  EXPECT_TRUE(least.c.descriptor.tensors[0].strided);
  EXPECT_FALSE(least.c.descriptor.tensors[0].bytes);
  EXPECT_EQ(specs::total_elements(least.c), 2u);
}

TEST(Shrink, moves_elements_to_the_inner_dimension) {
  const Routed least = shrink(
      routed("nonzero_coordinates:level=3_0:InputTensor=UINT16.86x3x1x1:OutputCountTensor="
             "UINT32.1x1x1x1:OutputCoordinatesTensor=UINT32.1x1x258x4"),
      [](const Routed& r) { return *element_count(r.c.descriptor.tensors[0].sizes) >= 256; });
  EXPECT_EQ(least.c.descriptor.tensors[0].sizes, (ops::List{1, 1, 1, 256}));
  EXPECT_EQ(least.c.descriptor.tensors[2].sizes, (ops::List{1, 1, 256, 1}));
}

// The predicate is like a failure that depends on data: one element is wrong, and the seed decides
// which.
TEST(Shrink, looks_for_data_that_fail_with_fewer_elements) {
  const Routed least = shrink(
      routed("cumulative_summation:level=6_4:InputTensor=FLOAT32.40:OutputTensor=FLOAT32.40:Axis=0:"
             "AxisDirection=INCREASING:HasExclusiveSum=false:fill=bits:seed=1000"),
      [](const Routed& r) {
        const std::int64_t place = 1 + static_cast<std::int64_t>((r.c.seed * 7 + 31) % 39);
        return r.c.descriptor.tensors[0].sizes[0] >= place;
      });
  EXPECT_LE(least.c.descriptor.tensors[0].sizes[0], 2);
}

const char* const kJoin =
    "join:level=6_4:InputCount=3:InputTensors=INT8.2x3/8x1#64+INT8.2x1+INT8.2x5~16:"
    "OutputTensor=INT8.2x9:Axis=1:fill=bits:seed=9@variant=parts";

TEST(Shrink, drops_tensors_of_an_array) {
  const auto problem = [](const Routed& r) { return specs::print_problem(r.c); };
  EXPECT_EQ(problem(shrink(routed(kJoin), [](const Routed&) { return true; })),
            "join:level=6_4:InputCount=1:InputTensors=INT8.1:OutputTensor=INT8.1:Axis=0");
  EXPECT_EQ(problem(shrink(routed(kJoin),
                           [](const Routed& r) { return r.c.descriptor.value("InputCount") > 1; })),
            "join:level=6_4:InputCount=2:InputTensors=INT8.1+INT8.1:OutputTensor=INT8.2:Axis=0");
  // The second tensor of three matters: it is longer than the others.
  const Routed longest = shrink(routed(kJoin), [](const Routed& r) {
    const auto& tensors = r.c.descriptor.tensors;
    return !tensors[1].absent && tensors[1].sizes.back() > tensors[0].sizes.back();
  });
  EXPECT_EQ(problem(longest),
            "join:level=6_4:InputCount=2:InputTensors=INT8.1+INT8.2:OutputTensor=INT8.3:Axis=0");
}

TEST(Shrink, leaves_out_a_tensor_that_does_not_matter) {
  const char* const line =
      "diagonal_matrix1:level=5_1:InputTensor=INT8.2x3:OutputTensor=INT8.2x3:ValueDataType=INT8:"
      "Value=7:DiagonalFillBegin=0:DiagonalFillEnd=1@variant=bits";
  EXPECT_TRUE(
      shrink(routed(line), [](const Routed&) { return true; }).c.descriptor.tensors[0].absent);
  const Routed kept =
      shrink(routed(line), [](const Routed& r) { return !r.c.descriptor.tensors[0].absent; });
  EXPECT_EQ(kept.c.descriptor.tensor("InputTensor").sizes, (ops::List{1, 1}));
}

const char* const kShaped =
    "cumulative_summation:level=6_4:InputTensor=FLOAT32.7x3:OutputTensor=FLOAT32.7x3:Axis=1:"
    "AxisDirection=INCREASING:HasExclusiveSum=false@variant=scan:local=33:shape=peel+wide-variable+"
    "barrier.2";

std::string shape_in(const Routed& r) { return opencl::shape_text(r.route.launch.shape); }

TEST(Shrink, drops_steps_of_a_shape_before_anything_else) {
  const Routed start = routed(kShaped);
  bool only_steps = true;
  const Routed least = shrink(start, [&](const Routed& r) {
    Routed plain = r;
    plain.route.launch.shape = start.route.launch.shape;
    const bool has_three = r.route.launch.shape != 0;
    if (!(plain == start) && only_steps) {
      only_steps = false;
      EXPECT_FALSE(has_three) << shape_in(r);
    }
    return true;
  });
  EXPECT_FALSE(only_steps);
  EXPECT_EQ(shape_in(least), "none");
  EXPECT_EQ(specs::total_elements(least.c), 2u);
}

TEST(Shrink, finds_the_place_of_a_step_wherever_it_is) {
  unsigned asked = 0;
  const Routed least = shrink(routed(kShaped), [&](const Routed& r) {
    ++asked;
    for (const opencl::Step& step : opencl::chain_of(r.route.launch.shape))
      if (opencl::rewritings()[step.rewriting].name == "wide-variable")
        return step.place == 0 || step.place == 41;
    return false;
  });
  EXPECT_EQ(shape_in(least), "wide-variable.41");
  EXPECT_EQ(specs::total_elements(least.c), 2u);
  EXPECT_LT(asked, 200u);
}

// A step may matter only while the data are large.
TEST(Shrink, drops_a_step_that_smaller_data_do_not_need) {
  const Routed least = shrink(routed(kShaped), [](const Routed& r) {
    return r.route.launch.shape != 0 || specs::total_elements(r.c) == 2;
  });
  EXPECT_EQ(shape_in(least), "none");
}

TEST(Shrink, asks_no_more_than_it_may) {
  unsigned asked = 0;
  shrink(routed(kSum), [&](const Routed&) { return ++asked, false; }, 10);
  EXPECT_EQ(asked, 10u);
}

RC_GTEST_PROP(ShrinkProperty, gives_a_valid_interesting_case_that_is_no_more_complex, ()) {
  const auto& all = catalogue().all();
  const auto& spec = *all[*rc::gen::inRange<std::size_t>(0, all.size())];
  specs::SeededChooser chooser(*rc::gen::arbitrary<std::uint64_t>());
  specs::Limits limits;
  limits.max_elements = 4096;
  const Routed start{specs::draw(spec, chooser, limits), {}};
  const std::uint64_t least_elements =
      *rc::gen::inRange<std::uint64_t>(0, specs::total_elements(start.c) + 1);
  const specs::Fill fill = start.c.fill;
  const auto interesting = [&](const Routed& r) {
    return specs::total_elements(r.c) >= least_elements && r.c.fill == fill;
  };
  const Routed least = shrink(start, interesting);
  RC_ASSERT(interesting(least));
  RC_ASSERT(specs::is_valid(least.c));
  RC_ASSERT(complexity(least) <= complexity(start));
  RC_ASSERT(shrink(start, interesting) == least);
}

}  // namespace
}  // namespace assay::conformance::testing
