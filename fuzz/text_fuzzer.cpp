// Case lines and case files from untrusted sources. Each is parsed or refused with an Error, and
// nothing else may happen. A case that parses must be the same after it is printed and parsed
// again, as a line and, if it is valid and small, as a file.
#include <fmt/format.h>

#include "fuzz/engine.h"
#include "fuzz/environment.h"
#include "fuzz/finding.h"
#include "fuzz/small_case.h"
#include "ops/error.h"
#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/fill.h"
#include "specs/rules.h"

using namespace assay;

namespace {

void check_line(const specs::Case& c, std::string_view input) {
  const std::string line = print_case(c);
  specs::Case again = specs::parse_case(line, fuzz::catalogue());
  again.data = c.data;
  if (!(again == c)) fuzz::report("a case is not what its line says: " + line, input);
  if (print_case(again) != line) fuzz::report("a line prints otherwise: " + line, input);
}

void check_file(const specs::Case& c, std::string_view input) {
  ops::Problem problem, problem_again;
  specs::fill(c, problem);
  specs::broken_data_rules(c, problem);
  const std::string file = case_to_json(c, problem).dump();
  const specs::Case again = specs::parse_case_file(file, "again", fuzz::catalogue());
  specs::fill(again, problem_again);
  if (specs::hash_of(problem) != specs::hash_of(problem_again) || again.level != c.level)
    fuzz::report("a case is not what its file says: " + file, input);
}

specs::Case parse(std::string_view input) {
  const std::size_t first = input.find_first_not_of(" \t\r\n");
  if (first != input.npos && input[first] == '{')
    return specs::parse_case_file(input, "input", fuzz::catalogue());
  return specs::parse_case(input, fuzz::catalogue());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  specs::Case c;
  try {
    c = parse(input);
  } catch (const Error&) {
    return 0;
  }
  try {
    // A route that was read from a file may contain what no line can contain.
    if (input.find('{') == input.npos) check_line(c, input);
    if (broken_rules(c).empty() != is_valid(c)) fuzz::report("valid and broken at once", input);
    if (is_valid(c) && fuzz::is_small(c)) check_file(c, input);
  } catch (const Error& e) {
    fuzz::report(fmt::format("what was read cannot be read again: {}", e.what()), input);
  }
  return 0;
}
