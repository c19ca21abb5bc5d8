// Tests of what is said of two results of `assay ulps`.
#include "conformance/compare/ulps_difference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace assay::conformance {
namespace {

/// An error of a function in ULP, of which 3 are permitted.
UlpError ulps_of(const std::string& function, double largest) {
  return {.function = function,
          .limit = 3,
          .largest = largest,
          .a = 0.5f,
          .came = 2,
          .exact = 1.75,
          .results = 100,
          .refused = largest > 3 ? 9u : 0u};
}

Ulps with_errors(std::vector<UlpError> errors) {
  Ulps ulps;
  ulps.errors = std::move(errors);
  return ulps;
}

std::string last_line_of(const std::string& text) {
  return text.substr(text.find_last_of('\n', text.size() - 2) + 1);
}

TEST(UlpsDifference, TellsWhatGrewWhatShrankAndWhatPassedItsLimit) {
  const Ulps before =
      with_errors({ulps_of("exp", 1), ulps_of("log", 1), ulps_of("sin", 5), ulps_of("cos", 5),
                   ulps_of("tan", 5), ulps_of("sqrt", 2), ulps_of("erf", 2), ulps_of("pow", 5)});
  const Ulps after = with_errors({ulps_of("exp", 4), ulps_of("log", 2), ulps_of("sin", HUGE_VAL),
                                  ulps_of("cos", 4), ulps_of("tan", 2), ulps_of("sqrt", 1),
                                  ulps_of("erf", 2), ulps_of("pow", 5)});
  const UlpsDifference d = compare_ulps(before, after);
  EXPECT_EQ(d.exit_code(), 1);
  EXPECT_EQ(ulps_difference_text(d, 20),
            "Passed its limit: 1\n"
            "  exp FLOAT32, 1 lane: 1 -> 4 ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "Grew beyond its limit: 1\n"
            "  sin FLOAT32, 1 lane: 5 -> inf ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "Grew: 1\n"
            "  log FLOAT32, 1 lane: 1 -> 2 ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "Within its limit again: 1\n"
            "  tan FLOAT32, 1 lane: 5 -> 2 ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "Shrank: 2\n"
            "  cos FLOAT32, 1 lane: 5 -> 4 ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "  sqrt FLOAT32, 1 lane: 2 -> 1 ULP of 3 permitted; at 0.5 came 2, exact is 1.75\n"
            "1 passed its limit, 1 grew beyond it, 1 grew within, 2 shrank, 1 within again, 0 no "
            "longer measured, 0 newly measured (0 of them beyond), 2 as before\n");
  EXPECT_EQ(ulps_difference_to_json(d)["passed"][0]["after"]["function"], "exp");
  EXPECT_NE(ulps_difference_text(d, 1).find("--all"), std::string::npos);
}

TEST(UlpsDifference, EndsWith1WhereAnErrorPassedItsLimitOrGrewBeyondIt) {
  const auto code = [](std::vector<UlpError> before, std::vector<UlpError> after) {
    return compare_ulps(with_errors(std::move(before)), with_errors(std::move(after))).exit_code();
  };
  EXPECT_EQ(code({ulps_of("exp", 1)}, {ulps_of("exp", 3.5)}), 1);
  EXPECT_EQ(code({ulps_of("exp", 4)}, {ulps_of("exp", 5)}), 1);
  EXPECT_EQ(code({ulps_of("exp", 1)}, {ulps_of("exp", 1), ulps_of("log", 4)}), 1);
  EXPECT_EQ(code({ulps_of("exp", 1)}, {ulps_of("exp", 3)}), 0);
  EXPECT_EQ(code({ulps_of("exp", 4)}, {ulps_of("exp", 4)}), 0);
  EXPECT_EQ(code({ulps_of("exp", 4)}, {ulps_of("exp", 1)}), 0);
  EXPECT_EQ(code({ulps_of("exp", 1)}, {ulps_of("exp", 1), ulps_of("log", 1)}), 0);
  EXPECT_EQ(code({ulps_of("exp", 1), ulps_of("log", 1)}, {ulps_of("exp", 1)}), 3);
  EXPECT_EQ(code({}, {ulps_of("exp", 1)}), 3);
}

TEST(UlpsDifference, TellsWhatOneResultLacksAndWhetherTheArgumentsDiffer) {
  Ulps before = with_errors({ulps_of("exp", 1)});
  UlpError vector = ulps_of("exp", 1);
  vector.lanes = 4;
  UlpError half = ulps_of("exp", 1);
  half.type = UlpType::Half;
  Ulps after = with_errors({vector, half, ulps_of("log", 4)});
  after.seed = 2;
  const UlpsDifference d = compare_ulps(before, after);
  EXPECT_EQ(d.missing.size(), 1u);
  EXPECT_EQ(d.fresh.size(), 2u);
  EXPECT_EQ(d.fresh_beyond.size(), 1u);
  const std::string text = ulps_difference_text(d, 20);
  EXPECT_NE(text.find("exp half, 1 lane: - -> 1 ULP"), std::string::npos) << text;
  EXPECT_NE(text.find("exp FLOAT32, 1 lane: 1 -> - ULP"), std::string::npos) << text;
  EXPECT_NE(text.find("had different arguments"), std::string::npos) << text;
  EXPECT_EQ(last_line_of(text),
            "0 passed their limit, 0 grew beyond them, 0 grew within, 0 shrank, 0 within again, 1 "
            "no longer measured, 3 newly measured (1 of them beyond), 0 as before\n");
}

}  // namespace
}  // namespace assay::conformance
