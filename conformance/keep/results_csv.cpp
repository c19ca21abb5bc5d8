// Reading the rows of results files.
#include "conformance/keep/results_csv.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "ops/error.h"

namespace assay::conformance {

ResultRow parse_row(const std::string& line, const std::string& where) {
  const auto fail = [&](const std::string& what) {
    throw Error(fmt::format("{}: {}", where, what));
  };
  const std::size_t first = line.find(',');
  const std::size_t second = std::min(line.find(',', first + 1), line.size());
  if (first == line.npos || first == 0) fail("no row of name,status,seconds");
  ResultRow row{line.substr(0, first), line.substr(first + 1, second - first - 1), 0};
  if (second < line.size()) {
    const auto [end, error] =
        std::from_chars(line.data() + second + 1, line.data() + line.size(), row.seconds);
    if (error != std::errc() || end != line.data() + line.size()) fail("no number of seconds");
  }
  try {
    standing_of(row.status);
  } catch (const Error& e) {
    fail(e.what());
  }
  return row;
}

bool is_own_results(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) && line.starts_with(kResultsHeading);
}

void for_each_result(const std::filesystem::path& path,
                     const std::function<void(const ResultRow&)>& each) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  std::uint64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#' || (number == 1 && line.starts_with("name,"))) continue;
    each(parse_row(line, fmt::format("{}:{}", path.string(), number)));
  }
}

}  // namespace assay::conformance
