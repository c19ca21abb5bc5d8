#pragma once

#include <gtest/gtest.h>

#include <string>

#include "specs/case_text.h"
#include "specs/fill.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"

namespace assay::specs::testing {

/// Fills a case, and gives its problem.
inline ops::Problem filled(const Case& c) {
  ops::Problem problem;
  fill(c, problem);
  return problem;
}

/// Fills the case of a line, and gives its problem. Expects that the case is valid.
inline ops::Problem filled(const std::string& line) {
  const Case c = parse_case(line, catalogue());
  EXPECT_TRUE(is_valid(c)) << line;
  return filled(c);
}

}  // namespace assay::specs::testing
