// Tests of `assay oracle` and `assay validate`.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(Validate, names_the_broken_rules) {
  const Ran valid = assay({"validate", kGather});
  EXPECT_EQ(valid.code, 0);
  EXPECT_EQ(valid.out, "valid\n");
  const std::string broken = with(kGather, "Axis=0", "Axis=1");
  const Ran invalid = assay({"validate", broken});
  EXPECT_EQ(invalid.code, 1);
  EXPECT_TRUE(invalid.out.starts_with("axis: ")) << invalid.out;
  const Ran both = assay({"validate", kGather, broken});
  EXPECT_EQ(both.code, 1);
  EXPECT_EQ(both.lines()[0], kGather + ": valid");
  EXPECT_TRUE(both.lines()[1].starts_with(broken + ": axis: "));
  const Ran json = assay({"validate", "--json", kGather, broken});
  EXPECT_TRUE(Json::parse(json.lines()[0])["valid"]);
  const Json object = Json::parse(json.lines()[1]);
  EXPECT_FALSE(object["valid"]);
  EXPECT_EQ(object["broken"][0]["id"], "axis");
  EXPECT_TRUE(object["broken"][0].contains("sentence"));
}

TEST(Validate, checks_a_files_data_too) {
  const TestFolder folder;
  const std::string file = folder.file(
      "my.case.json", with(gather_file("[2, 1, 4, 3, \"nan\", 5]"), "[1, 0]", "[1, 2]"));
  // gather permits indices outside the tensor; scatter_nd, below, does not.
  EXPECT_EQ(assay({"validate", file}).code, 0);
  const std::string scatter = folder.file("scatter.case.json", R"({"operator": "scatter_nd",
    "level": "4_1", "members": {"InputDimensionCount": 1, "IndicesDimensionCount": 2},
    "tensors": {"InputTensor": {"type": "FLOAT32", "sizes": [1, 4], "data": [1, 2, 3, 4]},
      "IndicesTensor": {"type": "UINT32", "sizes": [1, 1], "data": [4]},
      "UpdatesTensor": {"type": "FLOAT32", "sizes": [1, 1], "data": [9]},
      "OutputTensor": {"type": "FLOAT32", "sizes": [1, 4]}}})");
  const Ran ran = assay({"validate", scatter});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
}

TEST(Oracle, prints_inputs_and_permitted_sets) {
  const TestFolder folder;
  const std::string file = folder.file("my.case.json", gather_file("[2, 1, 4, 3, \"nan\", 5]"));
  const Ran ran = assay({"oracle", "--json", file});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["case"], file);
  EXPECT_EQ(json["inputs"]["InputTensor"]["type"], "FLOAT32");
  EXPECT_EQ(json["inputs"]["InputTensor"]["sizes"], Json({3, 2}));
  EXPECT_EQ(json["inputs"]["IndicesTensor"]["data"], Json({1, 0}));
  const Json& output = json["permitted"]["OutputTensor"];
  EXPECT_EQ(output["sizes"], Json({3, 2}));
  EXPECT_EQ(output["elements"].size(), 6u);
  EXPECT_EQ(output["elements"][0], Json({{"bits", 0x40000000}}));
  EXPECT_EQ(assay({"oracle", file}).code, 0);
}

TEST(Oracle, prints_each_kind_of_permitted_set) {
  const auto elements = [](const std::string& line, const std::string& tensor) {
    return Json::parse(assay({"oracle", "--json", line}).out)["permitted"][tensor]["elements"];
  };
  const Json outside = elements(
      "gather:level=4_1:InputTensor=UINT8.3:IndicesTensor=INT32.64:OutputTensor=UINT8.64:Axis=0:"
      "IndexDimensions=1:indices=outside",
      "OutputTensor");
  EXPECT_TRUE(std::any_of(outside.begin(), outside.end(), [](const Json& e) {
    return e.contains("one_of") && e["one_of"].size() == 3;
  }));
  const Json anything = elements(
      "nonzero_coordinates:level=4_0:InputTensor=FLOAT32.64:OutputCountTensor=UINT32.1:"
      "OutputCoordinatesTensor=UINT32.64x1:fill=zeros",
      "OutputCoordinatesTensor");
  EXPECT_EQ(anything.back(), Json({{"any", true}}));
  const Json sums = elements(
      "cumulative_summation:level=4_0:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.9:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false",
      "OutputTensor");
  EXPECT_LT(sums.back()["low"], sums.back()["high"]);
}

TEST(Oracle, draws_cases_that_are_case_files_but_for_their_outputs) {
  const Ran ran = assay({"oracle", "--json", "--draw", "3", "--seed", "7", "--max-elements", "64",
                         "--operator", "gemm,tile"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  ASSERT_EQ(ran.lines().size(), 6u);
  const TestFolder folder;
  for (const std::string& line : ran.lines()) {
    const Json drawn = Json::parse(line);
    Json file = {{"operator", drawn["operator"]},
                 {"level", drawn["level"]},
                 {"members", drawn["members"]},
                 {"tensors", drawn["inputs"]}};
    for (const auto& [name, output] : drawn["permitted"].items())
      file["tensors"][name] = {{"type", output["type"]}, {"sizes", output["sizes"]}};
    const Ran again = assay({"oracle", "--json", folder.file("drawn.case.json", file.dump())});
    EXPECT_EQ(again.code, 0) << again.err << line;
    EXPECT_EQ(Json::parse(again.out)["permitted"], drawn["permitted"]) << line;
  }
  // The cases of an operator do not depend on which others are drawn.
  EXPECT_EQ(assay({"oracle", "--json", "--draw", "3", "--seed", "7", "--max-elements", "64",
                   "--operator", "tile"})
                .lines()[2],
            ran.lines()[5]);
  expect_complaint(assay({"oracle"}), "--draw");
  expect_complaint(assay({"oracle", "--draw", "1", kGather}), "--draw");
  expect_complaint(assay({"oracle", "--seed", "1", kGather}), "--draw");
}

TEST(Oracle, says_in_json_what_is_disputed) {
  const TestFolder folder;
  const std::string right = folder.file("right.case.json", gather_file("[2, 1, 4, 3, \"nan\", 5]")),
                    wrong = folder.file("wrong.case.json", gather_file("[2, 1, 4, 3, 6, 5]"));
  const Ran ran = assay({"oracle", "--json", right, wrong});
  EXPECT_EQ(ran.code, 2);
  ASSERT_EQ(ran.lines().size(), 2u);
  EXPECT_FALSE(Json::parse(ran.lines()[0]).contains("disputed"));
  const std::string what = Json::parse(ran.lines()[1]).value("disputed", "");
  EXPECT_NE(what.find("OutputTensor[2,0]: the case expects 6"), std::string::npos) << what;
}

// 0.47119140625 is nearest to 0.89111328125 / 1.89111328125. With halves, the sum is rounded
// to 1.890625 before.
TEST(Oracle, permits_an_answer_computed_with_halves_where_the_route_does_so) {
  const TestFolder folder;
  const std::string half = R"({"type": "FLOAT16", "sizes": [1, 1, 1, 1], "data": )";
  const std::string tensors = R"({"operator": "activation_softsign", "level": "1_0", "members": {},
      "tensors": {"InputTensor": )" +
                              half + R"([0.89111328125]}, "OutputTensor": )" + half +
                              "[0.471435546875]}}";
  const auto with_route = [&](const std::string& name, const std::string& route) {
    return folder.file(name + ".case.json", tensors + route + "}");
  };
  const std::string without = with_route("without", "");
  const Ran disputed = assay({"oracle", without});
  EXPECT_EQ(disputed.code, 2);
  EXPECT_NE(disputed.err.find("expects 0.47143555"), std::string::npos) << disputed.err;
  EXPECT_NE(assay({"check", without}).out.find("Disputed"), std::string::npos);
  for (const std::string variant : {"half", "half_four"}) {
    const std::string with = with_route(variant, R"(, "route": "variant=)" + variant + '"');
    EXPECT_EQ(assay({"oracle", with}).code, 0) << variant;
    // The device may lack halves.
    EXPECT_EQ(assay({"check", with}).out.find("Disputed"), std::string::npos) << variant;
  }
}

// What others computed may have been summed in FLOAT16, and our own kernels' answers may not.
TEST(Oracle, tells_by_what_sums_are_judged) {
  const TestFolder folder;
  const std::string half = R"({"type": "FLOAT16", "sizes": [4], "data": )";
  const std::string summed_in_half = folder.file(
      "half.case.json",
      R"({"operator": "cumulative_summation", "level": "4_0", "members": {"Axis": 0,
      "AxisDirection": "INCREASING", "HasExclusiveSum": false}, "tensors": {"InputTensor": )" +
          half + R"([2048, 1, 1, 1]}, "OutputTensor": )" + half + "[2048, 2048, 2048, 2048]}}}");
  const Ran free = assay({"oracle", "--json", summed_in_half});
  EXPECT_EQ(free.code, 0) << free.err;
  EXPECT_NE(Json::parse(free.out)["arithmetic"].dump().find("in any order"), std::string::npos);
  EXPECT_EQ(assay({"check", summed_in_half}).code, 0);
  const std::string line =
      "cumulative_summation:level=4_0:InputTensor=FLOAT16.9:OutputTensor=FLOAT16.9:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false";
  EXPECT_NE(
      assay({"oracle", line + "@variant=scan"}).out.find("no term going through more than 13"),
      std::string::npos);
  EXPECT_NE(assay({"oracle", line}).out.find("in any order"), std::string::npos);
  // A variant that only somebody else has is free, too.
  const std::string theirs = line + "@variant=theirs";
  EXPECT_EQ(assay({"oracle", theirs}).out.substr(theirs.size()),
            assay({"oracle", line}).out.substr(line.size()));
}

}  // namespace
}  // namespace assay::cmd::testing
