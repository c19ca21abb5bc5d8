#pragma once

#include <gtest/gtest.h>

#include "testing/cmd/program.h"

/// A plan of a few cases, and kernels with which some of them fail, for tests of the gate.
namespace assay::cmd::testing {

namespace fs = std::filesystem;

/// Cases of gather. Those with negative indices fail with faulty_kernels().
inline const std::string kPlan = [] {
  std::string text = "# a plan of a few lines\n";
  const std::string line =
      "gather:level=4_1:InputTensor=FLOAT32.9:IndicesTensor=INT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1";
  for (const char* seed : {"7", "8", "9"})
    text += line + ":indices=negative:seed=" + seed + "@variant=bits\n";
  for (const char* seed : {"1", "2", "3"}) text += line + ":seed=" + seed + "@variant=bits\n";
  return text;
}();

struct FailingPlan {
  TestFolder folder;
  std::string faulty = faulty_kernels(), plan = folder.file("plan.txt", kPlan);

  std::string path(const std::string& name) const { return (folder.path / name).string(); }
  Ran run(const std::string& out, bool broken, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run",    "--plan", plan,     "--operator",
                                   "gather", "--out",  path(out)};
    if (broken) words.insert(words.end(), {"--kernels", faulty});
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
  /// Writes a waivers file for the divergences of a run, and gives its path.
  std::string drafted(const std::string& run, const std::string& last_day) const {
    const Ran ran = assay({"waive", path(run), "--owner", "me", "--expires", last_day});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return folder.file("waivers.json", ran.out);
  }
};

}  // namespace assay::cmd::testing
