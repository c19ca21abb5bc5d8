// An activation that is fused into an operator: how it is written, which rules it has, how it is
// drawn. What is computed of it is tested in conformance/verdict.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "specs/activation_loader.h"
#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/fill.h"
#include "specs/rules.h"
#include "specs/violate.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/filled.h"
#include "testing/specs/place.h"

namespace assay::specs {
namespace {

using testing::catalogue;

const std::string kAdded =
    "element_wise_add1:level=6_4:ATensor=FLOAT32.1:BTensor=FLOAT32.1:OutputTensor=FLOAT32.1";

std::string fused(const std::string& fields) { return kAdded + ":FusedActivation." + fields; }

std::string refusal_of_line(const std::string& line) {
  try {
    parse_case(line, catalogue());
    return "";
  } catch (const Error& e) {
    const std::string what = e.what();
    return what.substr(what.find(": ") + 2);
  }
}

TEST(FusedActivation, StandsInLinesWithTheMembersThatItHas) {
  for (const std::string& line :
       {kAdded, fused("Type=activation_relu"),
        fused("Type=activation_linear:FusedActivation.Alpha=2:FusedActivation.Beta=-0.5"),
        fused("Type=activation_shrink:FusedActivation.Bias=nan:FusedActivation.Threshold=inf")})
    EXPECT_EQ(print_case(parse_case(line, catalogue())), line);
  const Case c = parse_case(
      fused("Beta=3:FusedActivation.Alpha=2:FusedActivation.Type=activation_linear"), catalogue());
  EXPECT_EQ(print_case(c),
            fused("Type=activation_linear:FusedActivation.Alpha=2:FusedActivation.Beta=3"));
}

TEST(FusedActivation, ALineSaysWhatItCannotHave) {
  EXPECT_EQ(refusal_of_line(fused("Type=activation_rel")),
            "no enumerator \"activation_rel\"; the nearest is \"activation_relu\"");
  EXPECT_EQ(refusal_of_line(fused("Type=activation_relu:FusedActivation.Alpha=1")),
            "activation_relu has no \"FusedActivation.Alpha\"");
  EXPECT_EQ(refusal_of_line(fused("Type=activation_linear:FusedActivation.Alpha=1")),
            "\"FusedActivation.Beta\" is missing");
  EXPECT_EQ(refusal_of_line(fused("Alpha=1")), "\"FusedActivation.Type\" is missing");
  EXPECT_EQ(refusal_of_line(fused("Type=activation_linear:FusedActivation.Alfa=1")),
            "element_wise_add1 has no field \"FusedActivation.Alfa\"; the nearest is "
            "\"FusedActivation.Alpha\"");
}

std::string file_with(const std::string& activation) {
  return R"({"operator": "element_wise_add1", "level": "6_4", "members": {)" + activation +
         R"(}, "tensors": {"ATensor": {"type": "FLOAT32", "sizes": [1]},
             "BTensor": {"type": "FLOAT32", "sizes": [1]},
             "OutputTensor": {"type": "FLOAT32", "sizes": [1]}}})";
}

std::string refusal_of_file(const std::string& activation) {
  try {
    parse_case_file(file_with(activation), "f", catalogue());
    return "";
  } catch (const Error& e) {
    return testing::without_place(e.what());
  }
}

TEST(FusedActivation, StandsInCaseFilesWithItsOperatorAndMembers) {
  const auto line_of = [](const std::string& activation) {
    return print_case(parse_case_file(file_with(activation), "f", catalogue()));
  };
  EXPECT_EQ(line_of(""), kAdded);
  EXPECT_EQ(line_of(R"("FusedActivation": {"operator": "activation_relu", "members": {}})"),
            fused("Type=activation_relu"));
  EXPECT_EQ(line_of(R"("FusedActivation": {"operator": "activation_relu"})"),
            fused("Type=activation_relu"));
  EXPECT_EQ(line_of(R"("FusedActivation": null)"), kAdded);
  EXPECT_EQ(line_of(R"("FusedActivation": {"operator": "activation_elu",
                        "members": {"Alpha": "-0"}})"),
            fused("Type=activation_elu:FusedActivation.Alpha=-0"));
}

TEST(FusedActivation, IsReadBackFromACaseFileThatWasWritten) {
  for (const char* fields : {"Type=activation_tanh",
                             "Type=activation_scaled_elu:FusedActivation.Alpha=1:"
                             "FusedActivation.Gamma=0.25"}) {
    const Case c = parse_case(fused(fields), catalogue());
    const std::string text = json_text(case_to_json(c, testing::filled(c)));
    EXPECT_EQ(print_problem(parse_case_file(text, "f", catalogue())), fused(fields)) << text;
  }
}

TEST(FusedActivation, ACaseFileSaysWhatItCannotHave) {
  const std::string begin = "f: members/FusedActivation", head = R"("FusedActivation": )";
  EXPECT_EQ(refusal_of_file(head + R"({"operator": "activation_rely", "members": {}})"),
            begin +
                "/operator: no enumerator \"activation_rely\"; the nearest is "
                "\"activation_relu\"");
  EXPECT_EQ(refusal_of_file(head + R"({"operator": "activation_elu", "members": {"Alpa": 1}})"),
            begin + "/members/Alpa: no member \"Alpa\"; the nearest is \"Alpha\"");
  EXPECT_EQ(refusal_of_file(head + R"({"operator": "activation_elu", "members": {}})"),
            begin + "/members: \"Alpha\" is missing; add it");
  EXPECT_EQ(refusal_of_file(head + R"({"operator": "activation_elu"})"),
            begin + ": \"members\" is missing; add it");
  EXPECT_EQ(refusal_of_file(head + "7"),
            begin + ": must be an object, as in { \"operator\": \"activation_relu\" }");
  EXPECT_NE(refusal_of_file(head + R"({"operator": "activation_elu", "Alpha": 1})"), "");
}

std::string broken_in(const std::string& line) {
  const Case c = parse_case(line, catalogue());
  std::string ids;
  for (const std::size_t r : broken_rules(c)) ids += c.spec->rules[r].id + " ";
  return ids;
}

std::string at_level(std::string line, const std::string& level) {
  return line.replace(line.find("6_4"), 3, level);
}

TEST(FusedActivation, IsAnOperatorThatTheLevelHas) {
  const std::string gelu = fused("Type=activation_gelu");
  EXPECT_EQ(broken_in(at_level(gelu, "5_1")), "");
  EXPECT_EQ(broken_in(at_level(gelu, "5_0")), "FusedActivation.fusable-from-3_0 ");
  EXPECT_EQ(broken_in(fused("Type=99")), "FusedActivation.fusable-from-5_1 ");
}

TEST(FusedActivation, MayBeAnOperatorThatCannotBeFused) {
  const std::string broken = "FusedActivation.fusable-from-5_1 ";
  for (const char* name : {"activation_softmax", "element_wise_exp", "element_wise_clip", "gemm"}) {
    const std::string line = fused(std::string("Type=") + name);
    EXPECT_EQ(broken_in(line), broken) << name;
    EXPECT_EQ(print_case(parse_case(line, catalogue())), fused("Type=-1")) << name;
    EXPECT_EQ(broken_in(at_level(line, "4_0")), "FusedActivation.fusable-from-3_0 ") << name;
  }
  EXPECT_EQ(refusal_of_line(fused("Type=gemm:FusedActivation.Alpha=1")),
            "an operator that cannot be fused has no \"FusedActivation.Alpha\"");
  for (const char* activation :
       {R"({"operator": "activation_softmax", "members": {}})",
        R"({"operator": "activation_softmax"})",
        R"({"operator": "element_wise_exp", "members": {"ScaleBias": null}})",
        R"({"operator": "activation_hardmax1", "members": {"AxisCount": 1, "Axes": [0]}})"}) {
    const Case c = parse_case_file(file_with(std::string(R"("FusedActivation": )") + activation),
                                   "f", catalogue());
    EXPECT_EQ(broken_in(print_case(c)), broken) << activation;
  }
  EXPECT_EQ(refusal_of_file(R"("FusedActivation": {"operator": "activation_hardmax1",
                                                  "members": {"Axs": [0]}})"),
            "f: members/FusedActivation/members/Axs: no member \"Axs\"; the nearest is \"Axes\"");
}

TEST(FusedActivation, LeavesOutTheStructsOfItsOperator) {
  const std::string head = R"({ "operator": "convolution", "level": "6_4", "members": {
      "Mode": "CROSS_CORRELATION", "Direction": "FORWARD", "DimensionCount": 1, "Strides": [1],
      "Dilations": [1], "StartPadding": [0], "EndPadding": [0], "OutputPadding": [0],
      "GroupCount": 1, "FusedActivation": { "operator": "element_wise_clip", "members": )";
  const std::string tail = R"(}}, "tensors": {
      "InputTensor": {"type": "FLOAT32", "sizes": [1, 1, 1]},
      "FilterTensor": {"type": "FLOAT32", "sizes": [1, 1, 1]},
      "OutputTensor": {"type": "FLOAT32", "sizes": [1, 1, 1]}}})";
  const auto file = [&](const char* members) { return head + members + tail; };
  const Case c =
      parse_case_file(file(R"({"Min": 0, "Max": 1, "ScaleBias": null})"), "f", catalogue());
  EXPECT_EQ(broken_in(print_case(c)), "");
  EXPECT_THROW(parse_case_file(file(R"({"Min": 0, "Max": null})"), "f", catalogue()), Error);
  EXPECT_THROW(
      parse_case_file(file(R"({"Min": 0, "Max": 1, "ScaleBias": {"Scale": 1, "Bias": 0}})"), "f",
                      catalogue()),
      Error);
}

TEST(FusedActivation, HasTheRulesOfItsMembers) {
  const std::string softplus = fused("Type=activation_softplus:FusedActivation.Steepness=0.5");
  EXPECT_EQ(broken_in(softplus), "");
  EXPECT_EQ(broken_in(at_level(softplus, "6_3")), "FusedActivation.steepness ");
}

TEST(FusedActivation, IsDrawnAtAShareAndWithEachOperator) {
  for (const char* name : {"gemm", "convolution", "element_wise_add1"}) {
    const Spec& spec = *catalogue().find(name);
    const ops::Member& outer = *spec.signature.find("FusedActivation");
    const ops::Member& type = *spec.signature.find("FusedActivation.Type");
    SeededChooser chooser(1);
    std::set<std::int64_t> drawn;
    int absent = 0;
    constexpr int kDraws = 2000;
    for (int i = 0; i < kDraws; ++i) {
      const Case c = draw(spec, chooser);
      EXPECT_EQ(broken_in(print_case(c)), "");
      absent += c.descriptor.values[outer.place][0] == 0;
      if (c.descriptor.is_there(type)) drawn.insert(c.descriptor.values[type.place][0]);
      for (const ops::Member& m : spec.signature.members) {
        if (is_tensor(m.kind) || c.descriptor.is_there(m)) continue;
        EXPECT_EQ(c.descriptor.values[m.place][0], 0) << m.name;
      }
    }
    EXPECT_EQ(drawn.size(), type.enumerators.size()) << name;
    EXPECT_GT(absent, kDraws / 4) << name;
    EXPECT_LT(absent, kDraws * 3 / 4) << name;
  }
}

TEST(FusedActivation, EachOfItsRulesCanBeBrokenAlone) {
  const Spec& spec = *catalogue().find("gemm");
  SeededChooser chooser(1);
  for (std::size_t r = 0; r < spec.rules.size(); ++r) {
    if (!spec.rules[r].id.starts_with("FusedActivation.")) continue;
    bool was_broken = false;
    for (int i = 0; i < 1000 && !was_broken; ++i)
      if (const auto c = violate(spec, r, chooser))
        was_broken = broken_rules(*c) == std::vector<std::size_t>{r};
    EXPECT_TRUE(was_broken) << spec.rules[r].id;
  }
}

std::string refusal_of_spec(const std::string& from, const std::string& to) {
  std::string text = R"({
  "family": "binary", "operator": "element_wise_test", "summary": "Tests.", "computes": "a + b",
  "with": [{ "name": "FusedActivation", "kind": "activation", "summary": "Tests.",
             "fuses": { "element_wise_clip": "6_0" } }],
  "page": "https://x", "support": { "2_0": "F 4" } })";
  text.replace(text.find(from), from.size(), to);
  try {
    load_spec(text, "short.json");
    return "";
  } catch (const Error& e) {
    return testing::without_place(e.what());
  }
}

TEST(FusedActivation, ASpecSaysWhatCannotBeFused) {
  EXPECT_EQ(refusal_of_spec("clip", "clip"), "");
  const std::string begin = "short.json: with/0/fuses/";
  EXPECT_EQ(refusal_of_spec("element_wise_clip", "element_wise_clap"),
            begin +
                "element_wise_clap: no operator \"element_wise_clap\"; the nearest is "
                "\"element_wise_clip\"");
  EXPECT_EQ(refusal_of_spec("6_0", "5_0"),
            begin + "element_wise_clip: the levels from which operators are fused must ascend");
}

}  // namespace
}  // namespace assay::specs
