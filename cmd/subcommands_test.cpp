// Tests that every subcommand works with correct input.
#include <gtest/gtest.h>

#include "opencl/program/kernel_file.h"
#include "specs/case.h"
#include "testing/cmd/program.h"
#include "testing/specs/catalogue.h"

namespace assay::cmd::testing {
namespace {

using specs::testing::catalogue;

// A case with negative indices, so that it fails with faulty_kernels().
const std::string kNegative =
    "gather:level=4_1:InputTensor=FLOAT32.2x3:IndicesTensor=INT64.1x4:OutputTensor=FLOAT32.2x4:"
    "Axis=1:IndexDimensions=1:indices=negative:seed=3";

std::string gather_file(const std::string& expected) {
  return R"({"operator": "gather", "level": "4_1",
    "members": {"Axis": 1, "IndexDimensions": 1},
    "tensors": {
      "InputTensor": {"type": "FLOAT32", "sizes": [3, 2], "data": [1, 2, 3, 4, 5, "nan"]},
      "IndicesTensor": {"type": "UINT32", "sizes": [1, 2], "data": [1, 0]},
      "OutputTensor": {"type": "FLOAT32", "sizes": [3, 2], "data": )" +
         expected + "}}}";
}

TEST(Help, has_an_example_of_each_subcommand) {
  const Ran all = assay({"--help"});
  EXPECT_EQ(all.code, 0);
  for (const char* command :
       {"devices", "list", "describe", "run", "explain", "check", "oracle", "validate", "shrink"}) {
    EXPECT_NE(all.out.find(std::string("\n  ") + command), std::string::npos) << command;
    const Ran ran = assay({command, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    const std::size_t at = ran.out.find("Example");
    ASSERT_NE(at, std::string::npos) << command;
    EXPECT_NE(ran.out.find(std::string("assay ") + command, at), std::string::npos) << command;
  }
  EXPECT_EQ(assay({"--version"}).code, 0);
}

TEST(Check, goes_on_with_the_others_where_a_case_is_bad) {
  const std::string invalid = kGather + "x", unknown = "nope:level=4_1";
  const Ran ran = assay({"check", "-"}, {unknown + "\n" + kGather + "\n" + invalid + "\n", {}, {}});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "Pass  " + kGather + "\n");
  EXPECT_NE(ran.err.find("standard input:1: column 1: no operator \"nope\""), std::string::npos);
  EXPECT_NE(ran.err.find("standard input:3: "), std::string::npos) << ran.err;
}

TEST(Check, names_all_variants_by_which_a_case_fails) {
  const TestFolder folder;
  std::string kernels =
      text_of(std::filesystem::path(ASSAY_SOURCE_DIR) / "opencl/kernels/gather.cl");
  const std::string right = "= InputTensor[";
  for (std::size_t at = 0; (at = kernels.find(right, at)) != kernels.npos; at += right.size() + 4)
    kernels.replace(at, right.size(), "= 1 + InputTensor[");
  folder.file("gather.cl", kernels);
  const std::vector<std::string> words{"check", "--kernels", folder.path.string(), kGather};
  const Ran ran = assay(words);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("  fails by the variants bits, typed"), std::string::npos) << ran.out;
}

TEST(Devices, tells_of_the_driver) {
  const Ran text = assay({"devices"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("fp64"), std::string::npos);
  const Json json = Json::parse(assay({"devices", "--json"}).out);
  ASSERT_GE(json.size(), 1u);
  for (const char* key :
       {"name", "platform", "driver_version", "version", "fp16", "fp64", "denormals"})
    EXPECT_TRUE(json[0].contains(key)) << key;
}

TEST(List, names_operators_levels_rules_variants_and_fills) {
  const Json json = Json::parse(assay({"list", "--json"}).out);
  const Ran text = assay({"list"});
  EXPECT_EQ(text.code, 0);
  for (const std::string& line : text.lines()) EXPECT_LE(line.size(), 102u) << line;
  EXPECT_EQ(json["operators"].size(), catalogue().all().size());
  for (const auto& spec : catalogue().all()) {
    ASSERT_TRUE(json["operators"].contains(spec->name())) << spec->name();
    const Json& listed = json["operators"][spec->name()];
    EXPECT_EQ(listed["levels"].size(), spec->support.size()) << spec->name();
    EXPECT_EQ(listed["rules"].size(), spec->rules.size() + spec->data_rules.size()) << spec->name();
    EXPECT_EQ(listed["variants"].size(), opencl::load_kernels(spec->signature).variants.size())
        << spec->name();
    const auto lines = text.lines();
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const std::string& one) {
      return one.starts_with(spec->name() + " ");
    });
    ASSERT_NE(line, lines.end()) << spec->name();
    // The names of many variants go on in the next line.
    for (const Json& variant : listed["variants"])
      EXPECT_NE((*line + line[1]).find(" " + variant.get<std::string>()), std::string::npos)
          << *line;
  }
  EXPECT_EQ(json["fills"].size(), specs::kFills);
}

TEST(List, groups_filters_and_sorts) {
  const auto position = [](const std::string& text, const std::string& line) {
    const std::size_t at = ("\n" + text).find("\n" + line);
    EXPECT_NE(at, std::string::npos) << line;
    return at;
  };
  const std::string all = assay({"list"}).out;
  EXPECT_LT(position(all, "binary: a family\n"), position(all, "element_wise_add "));
  EXPECT_LT(position(all, "element_wise_add "), position(all, "unary: a family\n"));
  EXPECT_LT(position(all, "unary: a family\n"), position(all, "indices: find elements"));
  EXPECT_LT(position(all, "indices: find elements"), position(all, "gather "));

  const std::string some = assay({"list", "gather", "*_pooling1"}).out;
  EXPECT_LT(position(some, "max_pooling1 "), some.size());
  EXPECT_LT(position(some, "gather "), some.size());
  EXPECT_EQ(some.find("gather_nd"), std::string::npos);

  const std::string bits = assay({"list", "--family", "binary_bits,count"}).out;
  EXPECT_LT(position(bits, "element_wise_bit_count "), bits.size());
  EXPECT_EQ(bits.find("gather "), std::string::npos);

  const std::string sorted = assay({"list", "top_k*", "--sort", "level"}).out;
  EXPECT_LT(position(sorted, "top_k "), position(sorted, "top_k1 "));
  const std::string by_variants = assay({"list", "--family", "indices", "--sort", "variants"}).out;
  EXPECT_LT(position(by_variants, "scatter "), position(by_variants, "gather_elements "));
}

TEST(List, names_what_is_nearest_to_an_unknown_name) {
  const Ran name = assay({"list", "gathr"});
  EXPECT_EQ(name.code, 2);
  EXPECT_NE(name.err.find("no operator \"gathr\"; the nearest is \"gather\""), std::string::npos)
      << name.err;
  EXPECT_EQ(assay({"list", "*xyz*"}).code, 2);
  const Ran family = assay({"list", "--family", "unry"});
  EXPECT_EQ(family.code, 2);
  EXPECT_NE(family.err.find("no family \"unry\"; the nearest is \"unary\""), std::string::npos)
      << family.err;
}

TEST(Describe, prints_a_page_or_a_prelude) {
  for (const specs::Spec* spec : specs::testing::some_specs(catalogue())) {
    const std::string& name = spec->name();
    const Ran page = assay({"describe", name});
    EXPECT_EQ(page.code, 0);
    for (const char* part : {"MEMBERS", "RULES", "SUPPORT", "ERRATA", "EXAMPLES"})
      EXPECT_NE(page.out.find(part), std::string::npos) << name << part;
    // An operator's own rules have a source. Some operators have none.
    const bool has_rules =
        !spec->data_rules.empty() ||
        std::any_of(spec->rules.begin(), spec->rules.end(),
                    [](const specs::Rule& r) { return r.generic == specs::Generic::None; });
    EXPECT_EQ(page.out.find("      source: ") != page.out.npos, has_rules) << name;
    const Ran prelude = assay({"describe", name, "--kernel"});
    EXPECT_EQ(prelude.code, 0);
    EXPECT_NE(prelude.out.find("} Case;"), std::string::npos);
  }
}

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
  EXPECT_NE(Json::parse(free.out)["sums"].dump().find("in any order"), std::string::npos);
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

TEST(Check, passes_by_every_variant) {
  const Ran ran = assay({"check", kGather, kNegative});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.lines()[0], "Pass  " + kGather);
  EXPECT_EQ(ran.lines()[1], "Pass  " + kNegative);
}

TEST(Check, reads_case_lists_and_standard_input) {
  const TestFolder folder;
  const std::string list = "# two cases\n" + kGather + "\n\n" + kNegative + "\r\n#\n";
  for (const Ran& ran : {assay({"check", "--json", folder.file("cases.txt", list)}),
                         assay({"check", "--json", "-"}, {list, {}, {}})}) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    ASSERT_EQ(ran.lines().size(), 2u);
    EXPECT_EQ(Json::parse(ran.lines()[0])["case"], kGather);
    EXPECT_EQ(Json::parse(ran.lines()[1])["case"], kNegative);
    EXPECT_EQ(Json::parse(ran.lines()[1])["verdict"], "Pass");
  }
}

TEST(Check, tells_where_what_was_permitted_and_what_came) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const Ran text = assay({"check", "--kernels", kernels, kNegative});
  EXPECT_EQ(text.code, 1) << text.err;
  EXPECT_TRUE(text.out.starts_with("Wrong  " + kNegative)) << text.out;
  // An engineer can compute the answer by hand: what the operator does, of which inputs.
  const std::string& summary = catalogue().find("gather")->summary;
  EXPECT_NE(text.out.find("\n  " + summary + "\n"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\n  InputTensor = ["), std::string::npos) << text.out;
  const std::size_t indices = text.out.find("], IndicesTensor = [");
  ASSERT_NE(indices, std::string::npos) << text.out;
  EXPECT_LT(text.out.find('-', indices), text.out.find("], ", indices + 1)) << text.out;
  EXPECT_NE(text.out.find("]: permitted "), std::string::npos) << text.out;
  const Json json = Json::parse(assay({"check", "--json", "--kernels", kernels, kNegative}).out);
  EXPECT_EQ(json["verdict"], "Wrong");
  EXPECT_EQ(json["wrong"]["tensor"], "OutputTensor");
  EXPECT_TRUE(json["wrong"].contains("permitted"));
  EXPECT_TRUE(json["wrong"].contains("came"));
  EXPECT_EQ(json["wrong"]["of"], 8);
  EXPECT_TRUE(json.contains("variant"));
}

TEST(Check, compares_files_with_their_own_answers) {
  const TestFolder folder;
  const std::string right = folder.file("right.case.json", gather_file("[2, 1, 4, 3, \"nan\", 5]"));
  const Ran passed = assay({"check", "--json", right});
  EXPECT_EQ(passed.code, 0) << passed.out << passed.err;
  EXPECT_EQ(Json::parse(passed.out)["case"], right);
  const std::string wrong = folder.file("wrong.case.json", gather_file("[2, 1, 4, 3, 6, 5]"));
  const Ran disputed = assay({"check", "--json", wrong});
  EXPECT_EQ(disputed.code, 2);
  EXPECT_EQ(Json::parse(disputed.out)["verdict"], "Disputed");
  EXPECT_EQ(assay({"oracle", wrong}).code, 2);
}

TEST(Check, refuses_nothing_silently_in_a_batch) {
  const std::string a = kGather + "@variant=bits", b = kGather + ":seed=1@variant=bits";
  const Ran ran = assay({"check", "--batch", "--json", a, b});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.lines().size(), 2u);
  expect_complaint(assay({"check", "--batch", a, kNegative + "@variant=bits"}), "--batch");
  expect_complaint(assay({"check", "--batch", kGather}), "--batch");
}

TEST(Check, tells_of_kernels_that_do_not_build) {
  const TestFolder folder;
  folder.file("gather.cl",
              "//: variant a\n//: pass a groups 1\nkernel void a(CASES) { nonsense }\n");
  const Ran ran = assay({"check", "--json", "--kernels", folder.path.string(), kGather});
  EXPECT_EQ(ran.code, 1);
  const Json json = Json::parse(ran.lines().at(0));
  EXPECT_EQ(json["verdict"], "Refused");
  EXPECT_EQ(json["refused"]["call"], "clBuildProgram");
  EXPECT_NE(json["refused"]["build_log"].get<std::string>().find("nonsense"), std::string::npos);
}

TEST(Shrink, gives_the_smallest_case_that_fails_alike) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const Ran ran = assay({"shrink", "--json", "--kernels", kernels, kNegative});
  EXPECT_EQ(ran.code, 1) << ran.err;
  const Json json = Json::parse(ran.out);
  const std::string shrunk = json["shrunk"];
  EXPECT_NE(shrunk.find("InputTensor=FLOAT32.2:"), std::string::npos) << shrunk;
  EXPECT_EQ(assay({"check", "--kernels", kernels, shrunk}).code, 1);
  EXPECT_EQ(assay({"check", shrunk}).code, 0);
  const Ran text = assay({"shrink", "--kernels", kernels, kNegative});
  EXPECT_NE(text.out.find("reproduce: " ASSAY_PROGRAM " check"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("  InputTensor = ["), std::string::npos) << text.out;
  const Ran nothing = assay({"shrink", kNegative});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_NE(nothing.out.find("nothing to shrink"), std::string::npos);
}

TEST(Shrink, prints_commands_with_the_program_and_the_specs_as_they_were_named) {
  const TestFolder folder;
  const std::string program =
      std::string(ASSAY_PROGRAM) + " --specs " ASSAY_SOURCE_DIR "/specs/operators";
  const std::string told = (folder.path / "told").string();
  const std::string command =
      program + " shrink --kernels " + faulty_kernels() + " '" + kNegative + "' > " + told;
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_NE(text_of(told).find("reproduce: " + program + " check --device"), std::string::npos)
      << text_of(told);
}

}  // namespace
}  // namespace assay::cmd::testing
