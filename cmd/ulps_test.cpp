// Tests of `assay ulps`, and of `assay diff` on what it keeps.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(Ulps, tell_of_a_faulty_driver_and_of_what_grew) {
  const TestFolder folder;
  const std::string good = (folder.path / "good").string(), bad = (folder.path / "bad").string(),
                    page = (folder.path / "page.html").string();
  const std::vector<std::string> ulps{"ulps",   "--function",   "exp",
                                      "--type", "FLOAT16,half", "--out"};
  const auto out_to = [&](const std::string& out) {
    std::vector<std::string> all = ulps;
    all.push_back(out);
    return all;
  };
  const Ran sound = assay(out_to(good));
  // A type that was named was not measured.
  EXPECT_EQ(sound.code, 3) << sound.err;
  EXPECT_NE(sound.out.find("half: not supported (the device lacks cl_khr_fp16)\n"
                           "None of 2 largest errors is beyond its limit.\n"),
            std::string::npos)
      << sound.out;
  const Ran faulty = assay(out_to(bad), with_fault("half-flushed"));
  EXPECT_EQ(faulty.code, 1) << faulty.err;
  EXPECT_NE(faulty.out.find(" of 65,536 beyond the limit"), std::string::npos) << faulty.out;
  EXPECT_NE(faulty.out.find("1 of 2 largest errors is beyond its limit."), std::string::npos)
      << faulty.out;

  const Ran grew = assay({"diff", good, bad});
  EXPECT_EQ(grew.code, 1) << grew.err;
  EXPECT_NE(grew.out.find("Passed its limit: 1\n  exp FLOAT16, 1 lane: 0."), std::string::npos)
      << grew.out;
  EXPECT_NE(grew.out.find("\n1 passed its limit, "), std::string::npos) << grew.out;
  const Ran same = assay({"diff", good, good, "--json"});
  EXPECT_EQ(same.code, 0);
  EXPECT_EQ(Json::parse(same.out)["same"], 2);

  const Ran both = assay({"ulps", good, bad, "--json", "--html", page});
  EXPECT_EQ(both.code, 1) << both.err;
  const Json told = Json::parse(both.out);
  EXPECT_EQ(told["results"].size(), 2u);
  EXPECT_EQ(told["results"][1]["folder"], bad);
  const Json& row = told["results"][1]["ulps"][0];
  EXPECT_EQ(row["type"], "FLOAT16");
  EXPECT_EQ(row["came"], 0.0);
  EXPECT_LT(row["exact"].get<double>(), 0x1p-14);
  EXPECT_EQ(told["results"][0]["not_supported"][0]["type"], "half");
  EXPECT_NE(text_of(page).find("errors of built-in functions"), std::string::npos);
}

TEST(Ulps, of_a_launch_that_did_nothing_are_not_those_of_an_earlier_one) {
  const TestFolder folder;
  for (const std::string call : {"clEnqueueNDRangeKernel", "clEnqueueReadBuffer"}) {
    const Ran ran = assay({"ulps", "--function", "sin,cos", "--type", "FLOAT32", "--out",
                           (folder.path / call).string()},
                          with_lost_calls(call, "2"));
    EXPECT_EQ(ran.code, 1) << call << ran.out << ran.err;
  }
}

TEST(Ulps, that_were_measured_before_a_call_failed_are_told) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  // The second function's first launch is the third of all.
  const Ran ran = assay({"ulps", "--function", "exp,sqrt", "--type", "FLOAT32", "--out", out},
                        with_refused_calls("clEnqueueNDRangeKernel", "3", "-5"));
  EXPECT_EQ(ran.code, 2) << ran.out;
  EXPECT_NE(ran.err.find("not all was measured: clEnqueueNDRangeKernel"), ran.err.npos) << ran.err;
  EXPECT_NE(ran.out.find("None of 2 largest errors"), ran.out.npos) << ran.out;
  const Ran shown = assay({"ulps", out});
  EXPECT_EQ(shown.code, 3);
  EXPECT_EQ(shown.out.find("sqrt"), std::string::npos);
  EXPECT_NE(shown.out.find("Not all was measured: clEnqueueNDRangeKernel"), shown.out.npos);
  const Ran same = assay({"diff", out, out});
  EXPECT_EQ(same.code, 3);
  EXPECT_NE(same.out.find("Not all was measured in both results."), same.out.npos) << same.out;
  expect_complaint(assay({"ulps", "--function", "exp", "--type", "FLOAT32"},
                         with_refused_calls("clEnqueueNDRangeKernel", "1", "-5")),
                   "clEnqueueNDRangeKernel");
}

TEST(Ulps, are_of_the_vectors_that_were_named) {
  const Ran ran =
      assay({"ulps", "--function", "sqrt", "--type", "FLOAT32", "--lanes", "16,3,3,1", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  std::vector<int> lanes;
  const Json told = Json::parse(ran.out);
  for (const Json& row : told["ulps"]) lanes.push_back(row["lanes"]);
  EXPECT_EQ(lanes, (std::vector<int>{1, 3, 16}));
  expect_complaint(assay({"ulps", "--lanes", "5"}), "--lanes");
}

TEST(Ulps, are_of_what_is_there) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  expect_complaint(assay({"ulps", "--function", "sine"}), "no built-in function sine");
  expect_complaint(assay({"ulps", "--type", "FLOAT64"}), "--type: no type FLOAT64");
  expect_complaint(assay({"ulps", out}), "holds no result of assay ulps");
  expect_complaint(assay({"ulps", out, "--device", "x"}), "give DIR or --device, not both");
  // Nothing is measured where nothing is supported, and that is no success.
  EXPECT_EQ(assay({"ulps", "--type", "half", "--function", "exp", "--out", out}).code, 3);
  expect_complaint(assay({"ulps", "--type", "half", "--out", out}), "holds ulps.json already");
  expect_complaint(assay({"diff", out, folder.path.string()}), "holds no result of assay ulps, as");
  expect_complaint(assay({"diff", out, out, "--fails", folder.file("f", "")}), "waivers cover");
  EXPECT_EQ(assay({"diff", out, out}).code, 3);
}

}  // namespace
}  // namespace assay::cmd::testing
