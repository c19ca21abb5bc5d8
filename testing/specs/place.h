#pragma once

#include <regex>
#include <string>

namespace assay::specs::testing {

/// A message `FILE:LINE:COLUMN: …` as `FILE: …`. It says so where line and column are not there.
inline std::string without_place(const std::string& message) {
  static const std::regex place("([^:]*):[0-9]+:[0-9]+(: .*)");
  std::smatch parts;
  if (!std::regex_match(message, parts, place)) return "no line and column: " + message;
  return parts[1].str() + parts[2].str();
}

}  // namespace assay::specs::testing
