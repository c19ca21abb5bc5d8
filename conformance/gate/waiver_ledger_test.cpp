// Which cases a waiver covers, on which devices, and until when.
#include "conformance/gate/waiver_ledger.h"

#include <gtest/gtest.h>

#include <fstream>

#include "conformance/base/line_pattern.h"
#include "ops/error.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// The rule of Axis permits 0 .. 0 in the first case, so that Axis is at both edges, and 0 .. 2 in
/// the second, so that Axis is at neither.
const std::string kAtEdge =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
    "IndexDimensions=1@variant=bits";
const std::string kInside =
    "gather:level=4_1:InputTensor=FLOAT32.4x4x4:IndicesTensor=UINT32.1x1x5:"
    "OutputTensor=FLOAT32.4x5x4:Axis=1:IndexDimensions=1@variant=bits";
const std::string kOther =
    "cumulative_summation:level=6_4:InputTensor=INT32.9:OutputTensor=INT32.9:Axis=0:"
    "AxisDirection=INCREASING:HasExclusiveSum=false@variant=scan";

/// A line of gather with these indices.
std::string with_fill(std::string line, const std::string& indices) {
  return line.insert(line.find('@'), ":indices=" + indices);
}

Waiver waiver() {
  Waiver w;
  w.id = "w";
  w.operators = {"gather"};
  w.owner = "me";
  w.reason = "known";
  w.expires = "2026-06-30";
  return w;
}

opencl::DeviceInfo waived_device() {
  opencl::DeviceInfo d;
  d.platform = "Some Platform";
  d.name = "llvmpipe (LLVM 15)";
  d.driver_version = "22.3.6";
  return d;
}

WaiverLedger ledger(const Waiver& w, const std::string& day = "2026-06-30") {
  return WaiverLedger({w}, waived_device(), day, catalogue());
}

bool covers(const Waiver& w, const std::string& line, Verdict verdict = Verdict::Wrong) {
  return ledger(w).covering(line, verdict) != nullptr;
}

TEST(Waiver, speaks_of_an_operator) {
  EXPECT_TRUE(covers(waiver(), kAtEdge));
  EXPECT_FALSE(covers(waiver(), kOther));
  Waiver w = waiver();
  w.operators = {"cumulative"};
  EXPECT_FALSE(covers(w, kOther));
}

TEST(Waiver, speaks_of_lines_by_a_glob) {
  Waiver w = waiver();
  w.operators.clear();
  w.case_glob = kAtEdge;
  EXPECT_TRUE(covers(w, kAtEdge));
  EXPECT_FALSE(covers(w, kInside));
  w.case_glob = "*:Axis=[12]:*";
  EXPECT_FALSE(covers(w, kAtEdge));
  EXPECT_TRUE(covers(w, kInside));
}

TEST(Waiver, with_a_broken_pattern_is_told_and_speaks_of_nothing_else) {
  const auto path = test_folder() / "broken-pattern.json";
  for (const char* key : {"case", "device"}) {
    specs::Json one = {{"id", "a"},
                       {"operator", "cumulative_summation"},
                       {"owner", "o"},
                       {"reason", "r"},
                       {"expires", "2026-06-30"},
                       {key, "*Axis=[12"}};
    std::ofstream(path) << specs::Json{{"format", 1}, {"waivers", {one}}}.dump();
    try {
      read_waivers(path, catalogue());
      ADD_FAILURE() << key;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("no pattern: a [ has no ]"), std::string::npos)
          << e.what();
    }
  }
}

TEST(Waiver, for_a_rule_speaks_of_cases_that_break_it) {
  // Below the level of the operator no other rule has a meaning.
  const std::string line =
      "slice1:level=1_0:InputTensor=FLOAT32.4:OutputTensor=FLOAT32.4:DimensionCount=1:"
      "InputWindowOffsets=0:InputWindowSizes=4:InputWindowStrides=1@variant=backend";
  Waiver w = waiver();
  w.operators = {"slice1"};
  for (const auto& [rule, covered] : {std::pair{"introduced", true}, {"dimension-count", false}}) {
    w.rule = rule;
    EXPECT_EQ(covers(w, line, Verdict::Crashed), covered) << rule;
  }
}

TEST(Waiver, speaks_of_cases_at_an_edge_of_a_rule) {
  Waiver w = waiver();
  w.rule = "axis";
  EXPECT_TRUE(covers(w, kAtEdge));
  EXPECT_FALSE(covers(w, kInside));
  // A waiver for a rule without edges covers each case to which the rule applies; one for a data
  // rule covers cases with special indices.
  w.rule = "OutputTensor.strides-overlap";
  EXPECT_TRUE(covers(w, kInside));
  w.rule = "in-range";
  EXPECT_FALSE(covers(w, kAtEdge));
  std::string outside = kAtEdge;
  outside.insert(outside.find('@'), ":indices=outside");
  EXPECT_TRUE(covers(w, outside));
}

TEST(Waiver, of_one_data_rule_does_not_speak_of_cases_of_another) {
  const std::string scatter =
      "scatter_nd:level=3_0:InputTensor=FLOAT16.1x3:IndicesTensor=UINT64.2x1:"
      "UpdatesTensor=FLOAT16.1x2:OutputTensor=FLOAT16.1x3:InputDimensionCount=1:"
      "IndicesDimensionCount=2@variant=bits";
  Waiver w = waiver();
  w.operators = {"scatter_nd"};
  for (const auto& [rule, indices] :
       {std::pair{"in-range", "outside"}, {"distinct-tuples", "duplicates"}})
    for (const std::string drawn : {"outside", "duplicates"}) {
      w.rule = rule;
      EXPECT_EQ(covers(w, with_fill(scatter, drawn)), drawn == indices) << rule << drawn;
    }
}

TEST(Waiver, speaks_of_verdicts) {
  Waiver w = waiver();
  EXPECT_TRUE(covers(w, kAtEdge, Verdict::Crashed));
  EXPECT_FALSE(covers(w, kAtEdge, Verdict::Pass));
  w.verdicts = {Verdict::Wrong};
  EXPECT_TRUE(covers(w, kAtEdge, Verdict::Wrong));
  EXPECT_FALSE(covers(w, kAtEdge, Verdict::Crashed));
}

TEST(Waiver, of_several_verdicts_or_operators_is_read_as_it_was_written) {
  const auto path = test_folder() / "several.json";
  for (const std::vector<Verdict>& verdicts :
       {std::vector<Verdict>{}, {Verdict::Hung}, {Verdict::Wrong, Verdict::Crashed}})
    for (const std::vector<std::string>& operators :
         {std::vector<std::string>{"gather"}, {"gather", "slice1"}}) {
      Waiver w = waiver();
      w.verdicts = verdicts;
      w.operators = operators;
      std::ofstream(path) << specs::json_text(waivers_to_json({w}));
      const Waiver read = read_waivers(path, catalogue()).at(0);
      EXPECT_EQ(read.verdicts, verdicts);
      EXPECT_EQ(read.operators, operators);
    }
}

TEST(Waiver, speaks_of_devices_and_driver_versions) {
  Waiver w = waiver();
  const auto speaks = [&](const std::string& glob, const std::string& from,
                          const std::string& before) {
    w.device_glob = glob;
    w.driver_from = from;
    w.driver_before = before;
    return w.speaks_of(waived_device());
  };
  EXPECT_TRUE(speaks("", "", ""));
  EXPECT_TRUE(speaks("llvmpipe*", "", ""));
  EXPECT_TRUE(speaks("Some Platform/*", "", ""));
  EXPECT_FALSE(speaks("*radeonsi*", "", ""));
  EXPECT_TRUE(speaks("", "22.3.6", ""));
  EXPECT_TRUE(speaks("", "22.3", "22.3.10"));
  EXPECT_FALSE(speaks("", "22.3.10", ""));
  EXPECT_FALSE(speaks("", "", "22.3.6"));
  EXPECT_TRUE(speaks("", "9.1", "23"));
}

TEST(Waiver, holds_through_its_last_day) {
  EXPECT_TRUE(ledger(waiver(), "2026-06-30").covering(kAtEdge, Verdict::Wrong));
  EXPECT_FALSE(ledger(waiver(), "2026-07-01").covering(kAtEdge, Verdict::Wrong));
  EXPECT_EQ(parse_day("2028-02-29", ""), "2028-02-29");
  for (const char* bad : {"2026-02-29", "2026-13-01", "26-01-01", "2026-1-1", "2026-9-030",
                          "002026-1-1", "2026-01-01 ", ""})
    EXPECT_THROW(parse_day(bad, ""), Error) << bad;
  EXPECT_LT(today(), today(90));
}

TEST(Waiver, speaks_of_cases_that_meet_all_conditions_of_a_finding) {
  Waiver w = waiver();
  w.operators = {"gather", "slice1"};
  w.conditions = {"InputTensor.layout=packed", "indices=edges or negative"};
  const std::string negative = with_fill(kInside, "negative"), random = kInside;
  EXPECT_TRUE(covers(w, negative));
  EXPECT_FALSE(covers(w, random));
  w.conditions[0] = "InputTensor.layout=strided";
  EXPECT_FALSE(covers(w, negative));
}

TEST(WaiverLedger, sums_up_what_came_of_a_run) {
  WaiverLedger used = ledger(waiver());
  used.count(kAtEdge, Verdict::Wrong);
  used.count(kInside, Verdict::Pass);
  used.count(kOther, Verdict::Wrong);
  EXPECT_EQ(used.summary(true).waived, 1u);
  EXPECT_TRUE(used.summary(true).in_order());

  WaiverLedger passing = ledger(waiver());
  passing.count(kAtEdge, Verdict::Doubtful);
  EXPECT_EQ(passing.summary(true).passing, std::vector<std::string>{"w"});
  EXPECT_TRUE(passing.summary(false).in_order());

  // A waiver whose case was skipped is unused.
  WaiverLedger unused = ledger(waiver());
  unused.count(kAtEdge, Verdict::Skip);
  EXPECT_EQ(unused.summary(true).unused, std::vector<std::string>{"w"});

  // A case that fails with another verdict does not pass.
  Waiver of_crashes = waiver();
  of_crashes.verdicts = {Verdict::Crashed};
  WaiverLedger otherwise = ledger(of_crashes);
  otherwise.count(kAtEdge, Verdict::Wrong);
  otherwise.count(kInside, Verdict::Pass);
  EXPECT_EQ(otherwise.summary(true).otherwise, std::vector<std::string>{"w"});
  EXPECT_EQ(otherwise.summary(true).passing, std::vector<std::string>());
  EXPECT_FALSE(otherwise.summary(true).in_order());
  EXPECT_EQ(otherwise.summary(true).waived, 0u);

  WaiverLedger expired = ledger(waiver(), "2026-07-01");
  expired.count(kAtEdge, Verdict::Wrong);
  EXPECT_EQ(expired.summary(false).expired, std::vector<std::string>{"w"});
  EXPECT_EQ(expired.summary(false).waived, 0u);
}

TEST(LinePattern, of_a_line_matches_that_line_alone) {
  const std::string line = "a:b=INT8.1x2/4x1#9~8:c=-1@d=e";
  const LinePattern pattern(LinePattern::of_line(line));
  EXPECT_TRUE(pattern.matches(line));
  EXPECT_FALSE(pattern.matches(line + "0"));
  EXPECT_FALSE(pattern.matches("a:b=INT8,1x2/4x1#9~8:c=-1@d=e"));
  EXPECT_TRUE(LinePattern("INT8[.]1").matches(line));
  EXPECT_THROW(LinePattern("("), Error);
}

}  // namespace
}  // namespace assay::conformance::testing
