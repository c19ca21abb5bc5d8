// Reads cases from the arguments of a subcommand.
#include "cmd/options/case_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "ops/error.h"
#include "specs/case_file.h"
#include "specs/case_text.h"
#include "specs/fill.h"
#include "specs/json.h"
#include "specs/rules.h"

namespace assay::cmd {
namespace {

NamedCase parse_line(const std::string& line, const std::string& where,
                     const specs::Catalogue& catalogue) {
  try {
    NamedCase named{line, specs::parse_case(line, catalogue)};
    named.route = conformance::parse_route(named.c.route);
    return named;
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", where, e.what()));
  }
}

NamedCase parse_file(const std::string& path, const specs::Catalogue& catalogue) {
  NamedCase named{path, specs::parse_case_file(specs::read_file(path), path, catalogue)};
  try {
    named.route = conformance::parse_route(named.c.route);
  } catch (const Error& e) {
    throw Error(fmt::format("{}: /route: {}", path, e.what()));
  }
  return named;
}

/// Reads cases one by one, and hands over what is wrong with one.
class CaseReader {
 public:
  CaseReader(const specs::Catalogue& catalogue, const OnBadCase& bad)
      : catalogue_(catalogue), bad_(bad) {}

  void argument(const std::string& text) {
    std::error_code ignored;
    if (text == "-") {
      list(std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input");
    } else if (text.ends_with(".json")) {
      add([&] { return parse_file(text, catalogue_); });
    } else if (std::filesystem::exists(text, ignored)) {
      list(specs::read_file(text), text);
    } else if (text.find(':') == text.npos) {
      add([&]() -> NamedCase {
        throw Error(fmt::format("\"{}\": neither a case line nor a file", text));
      });
    } else {
      add([&] { return parse_line(text, fmt::format("\"{}\"", text), catalogue_); });
    }
  }

  std::vector<NamedCase> cases;

 private:
  template <class Read>
  void add(const Read& read) {
    try {
      cases.push_back(read());
    } catch (const Error& e) {
      if (!bad_) throw;
      bad_(e);
    }
  }

  void list(const std::string& text, const std::string& where) {
    std::size_t number = 0;
    bool any = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string line = text.substr(at, end - at);
      at = end + 1;
      ++number;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.empty() || line[0] == '#') continue;
      any = true;
      add([&] { return parse_line(line, fmt::format("{}:{}", where, number), catalogue_); });
    }
    if (!any) throw Error(fmt::format("{}: has no case", where));
  }

  const specs::Catalogue& catalogue_;
  const OnBadCase& bad_;
};

}  // namespace

std::vector<NamedCase> read_cases(const std::vector<std::string>& arguments,
                                  const specs::Catalogue& catalogue, const OnBadCase& bad) {
  CaseReader reader(catalogue, bad);
  for (const std::string& argument : arguments) reader.argument(argument);
  return std::move(reader.cases);
}

void require_valid(NamedCase& named) {
  const specs::Spec& spec = *named.c.spec;
  std::string broken;
  for (std::size_t r : specs::broken_rules(named.c))
    broken += fmt::format("{}{} ({})", broken.empty() ? "" : "; ", spec.rules[r].id,
                          spec.rules[r].sentence);
  if (broken.empty()) {
    if (!named.c.data) return;
    ops::Problem problem;
    specs::fill(named.c, problem);
    for (std::size_t r : specs::broken_data_rules(named.c, problem))
      broken += fmt::format("{}{} ({})", broken.empty() ? "" : "; ", spec.data_rules[r].id,
                            spec.data_rules[r].sentence);
    named.problem = std::make_shared<ops::Problem>(std::move(problem));
  }
  if (!broken.empty()) throw Error(fmt::format("{}: not valid: {}", named.name, broken));
}

void require_batch(const std::vector<NamedCase>& cases) {
  const NamedCase& first = cases[0];
  for (const NamedCase& named : cases)
    if (named.c.spec != first.c.spec || named.route != first.route ||
        conformance::types_of(named.c.descriptor) != conformance::types_of(first.c.descriptor))
      throw Error("--batch: the cases must share operator, data types and route");
  if (first.route.variant.empty())
    throw Error("--batch: the cases must name a variant (@variant=...)");
}

}  // namespace assay::cmd
