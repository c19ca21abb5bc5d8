// Tests of when a finding came and went.
#include "conformance/compare/history.h"

#include <gtest/gtest.h>

namespace assay::conformance {
namespace {

History::Finding seen_in(std::vector<bool> runs) { return {"key", "title", "sentence", runs}; }

TEST(History, tells_the_runs_of_a_finding_as_ranges) {
  EXPECT_EQ(seen_in({true}).when(), "1");
  EXPECT_EQ(seen_in({true, true, true, false, true}).when(), "1-3, 5");
  EXPECT_EQ(seen_in({false, true, false, true, true}).when(), "2, 4-5");
}

TEST(History, tells_no_rate_that_was_not_measured) {
  History history;
  history.runs.resize(1);
  history.findings = {seen_in({true}), seen_in({true})};
  const std::string none = history_text(history);
  EXPECT_EQ(none.find("cases/s"), none.npos) << none;
  EXPECT_NE(none.find(" in run 1: "), none.npos) << none;
  history.runs[0].cases_per_second = 1234;
  EXPECT_NE(history_text(history).find("; 1,234 cases/s\n"), none.npos);
}

TEST(History, counts_what_is_new_and_what_is_gone) {
  History history;
  history.runs.resize(3);
  history.findings = {seen_in({true, true, false}), seen_in({true, false, true}),
                      seen_in({false, false, true}), seen_in({false, true, false})};
  EXPECT_EQ(history.summary(),
            "The last of 3 runs has 2 findings: 1 new; 2 of earlier runs are gone.");
}

}  // namespace
}  // namespace assay::conformance
