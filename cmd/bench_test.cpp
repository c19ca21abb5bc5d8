// Tests what `assay bench` measures, and not how fast it is.
#include <gtest/gtest.h>

#include <set>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(Bench, measures_each_variant_of_the_cases_that_it_is_given) {
  const Ran ran = assay({"bench", "kernels", "--json", "--repetitions", "1", kGather});
  ASSERT_EQ(ran.code, 0) << ran.err;
  std::set<std::string> variants;
  const Json json = Json::parse(ran.out);
  for (const Json& row : json.at("kernels")) {
    EXPECT_EQ(row.at("case"), kGather);
    EXPECT_EQ(row.at("elements"), 14);
    EXPECT_EQ(row.at("bytes"), 56);
    EXPECT_GT(row.at("seconds"), 0);
    variants.insert(row.at("variant"));
  }
  EXPECT_EQ(variants, (std::set<std::string>{"bits", "typed", "vector"}));
}

TEST(Bench, names_a_case_of_each_size_that_can_be_given_back) {
  const std::vector<std::string> options{"bench",          "kernels", "--repetitions", "1",
                                         "--max-elements", "32768",   "--operator",    "slice1"};
  const Ran ran = assay(options);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string line = ran.lines().at(1);
  const Ran again = assay({"bench", "kernels", "--repetitions", "1", line});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.lines().at(1), line);
  EXPECT_EQ(again.lines().size(), ran.lines().size());
}

TEST(Bench, of_kernels_complains_of_cases_that_it_cannot_measure) {
  expect_complaint(assay({"bench", "kernels", with(kGather, "Axis=0", "Axis=1")}), "not valid");
  expect_complaint(assay({"bench", "kernels", "-"}), "no case");
  expect_complaint(assay({"bench", "kernels", kGather + "@variant=bits"}), "has a route");
  expect_complaint(assay({"bench", "kernels", "--operator", "gather", kGather}), "--operator");
  const TestFolder folder;
  folder.file("gather.cl",
              "//: variant v needs cl_none\n//: pass f groups 1\nkernel void f(CASES) {}\n");
  expect_complaint(assay({"bench", "kernels", "--kernels", folder.path.string(), kGather}),
                   "can run no variant of it");
  expect_complaint(assay({"bench", "kernels", "--kernels", folder.path.string(), "--operator",
                          "gather", "--max-elements", "32768"}),
                   "can run no variant of any case");
}

TEST(Bench, of_kernels_names_the_case_at_which_the_driver_fails) {
  // The fault lets a launch fail. The copy on the device is no launch, so the case fails first.
  expect_complaint(assay({"bench", "kernels", kGather}, with_fault("launch-refused", "1")),
                   kGather + ": clEnqueueNDRangeKernel gave CL_");
}

TEST(Bench, does_not_measure_commands_that_do_nothing) {
  for (const std::string call : {"NDRangeKernel", "CopyBuffer", "ReadBuffer"})
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"bench", "kernels", kGather}, {"bench", "floor"}}) {
      SCOPED_TRACE(words[1] + " " + call);
      expect_complaint(assay(words, with_lost_calls("clEnqueue" + call, "1")), "");
    }
}

TEST(Bench, and_ulps_end_with_an_error_where_the_driver_ends_the_process_that_measures) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"bench", "floor"},
           {"bench", "throughput", "--operator", "gather", "--cases", "100"},
           {"bench", "kernels", kGather},
           {"ulps", "--function", "exp", "--type", "FLOAT32", "--arguments", "8"}})
    for (const auto& [fault, ended] : {std::pair{"launch-crash", "ended by SIGSEGV"},
                                       std::pair{"launch-exit", "exited with status 3"}}) {
      SCOPED_TRACE(words[0] + " " + words[1] + " " + fault);
      const Ran ran = assay(words, with_fault(fault, "1"));
      EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
      EXPECT_NE(ran.err.find("the driver ended the process that measured it, which " +
                             std::string(ended)),
                std::string::npos)
          << ran.err;
    }
}

}  // namespace
}  // namespace assay::cmd::testing
