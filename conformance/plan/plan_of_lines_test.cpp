// Tests of plans that are files of case lines.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "conformance/campaign/campaign.h"
#include "conformance/gate/judged_run.h"
#include "conformance/plan/case_plan.h"
#include "ops/error.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

std::string file(const std::string& name, const std::string& text) {
  const std::string path = (test_folder() / name).string();
  std::ofstream(path) << text;
  return path;
}

const std::string kLine =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
    "IndexDimensions=1";

/// The operator of kLine, which has lines in found.txt, too.
const std::vector<const specs::Spec*>& gather() {
  static const std::vector<const specs::Spec*> one{catalogue().find("gather")};
  return one;
}

TEST(PlanOfLines, may_be_a_file_of_lines) {
  const std::string path = file("plan.txt", "# a comment\n\n" + kLine + "@variant=bits\n" + kLine +
                                                ":seed=7@variant=bits\n" + kLine + "\n");
  const CasePlan plan({path}, 1, gather(), catalogue(), goals());
  // Two lines on one route are one batch. A line without a variant runs with each of the three
  // variants, and one of these cases is already there.
  EXPECT_EQ(plan.cases(), 4u);
  ASSERT_EQ(plan.batches()[0].lines.size(), 2u);
  EXPECT_EQ(plan.lines()[1], kLine + ":seed=7@variant=bits");
  EXPECT_EQ(plan.lines()[3], kLine + "@variant=vector");
}

TEST(PlanOfLines, has_a_line_once_however_often_it_is_named) {
  const std::string one = kLine + "@variant=bits\n", other = kLine + ":seed=7@variant=bits\n";
  const std::string twice = file("twice.txt", one + other + one + kLine + "\n" + other);
  const CasePlan plan({twice, twice}, 1, gather(), catalogue(), goals());
  const auto lines = plan.lines();
  EXPECT_EQ(lines.size(), 4u);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 4u);
  EXPECT_EQ(plan.cases(), 4u);
}

TEST(PlanOfLines, may_be_written_on_windows) {
  const std::string path = file("crlf.txt", "# a comment\r\n\r\n" + kLine + "@variant=bits\r\n" +
                                                kLine + ":seed=7@variant=bits\r\n");
  const CasePlan plan({path}, 1, gather(), catalogue(), goals());
  EXPECT_EQ(plan.lines(),
            (std::vector<std::string>{kLine + "@variant=bits", kLine + ":seed=7@variant=bits"}));
}

TEST(PlanOfLines, of_several_names_has_what_was_found_once) {
  const CasePlan both({"smoke", "ci"}, 1, gather(), catalogue(), goals());
  const auto lines = both.lines();
  const std::set<std::string> different(lines.begin(), lines.end());
  EXPECT_EQ(different.size(), lines.size());
  std::uint64_t each = 0;
  for (const char* name : {"smoke", "ci"})
    each += CasePlan({name}, 1, gather(), catalogue(), goals()).cases();
  EXPECT_LT(both.cases(), each);
}

TEST(PlanOfLines, names_the_line_that_is_wrong) {
  const auto expect = [](const std::string& text, const std::string& words) {
    const std::string path = file("bad-plan.txt", text);
    try {
      CasePlan({path}, 1, gather(), catalogue(), goals());
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("bad-plan.txt:2: " + words), std::string::npos)
          << e.what();
    }
  };
  expect("#\nnope:level=4_1\n", "column 1: no operator");
  expect("#\n" + kLine + "@variant=typd\n",
         "opencl/kernels/gather.cl: no variant \"typd\"; the nearest is \"typed\"");
  expect(
      "#\ngather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:"
      "Axis=1:IndexDimensions=1\n",
      "not valid: axis");
  EXPECT_THROW(CasePlan({"nope"}, 1, gather(), catalogue(), goals()), Error);
  EXPECT_THROW(CasePlan({"./no/such/file"}, 1, gather(), catalogue(), goals()), Error);
}

TEST(PlanOfLines, is_a_campaign_of_exactly_its_cases) {
  const std::string path =
      file("small-plan.txt", kLine + "@variant=bits\n" + kLine + "@variant=typed\n");
  CampaignOptions options;
  options.operators = gather();
  options.plan = std::make_shared<CasePlan>(std::vector{path}, 1, gather(), catalogue(), goals());
  options.cases = options.plan->cases();
  std::vector<std::string> lines;
  CampaignListener listener;
  listener.settled = [&](const std::vector<Settled>& cases) {
    for (const Settled& s : cases) lines.push_back(s.line);
  };
  JudgedRun run;
  run.result = run_campaign(sound_pipeline(), options, listener);
  EXPECT_EQ(lines, options.plan->lines());
  EXPECT_EQ(exit_code(run), 0);
}

}  // namespace
}  // namespace assay::conformance::testing
