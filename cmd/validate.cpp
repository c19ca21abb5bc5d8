// The subcommand `assay validate`.
#include <fmt/format.h>

#include "cmd/options/case_input.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "specs/fill.h"
#include "specs/json.h"
#include "specs/rules.h"

namespace assay::cmd {
namespace {

using specs::Json;

struct Broken {
  std::string id, sentence, source;
};

std::vector<Broken> broken_by(const specs::Case& c) {
  std::vector<Broken> broken;
  for (std::size_t r : specs::broken_rules(c)) {
    const specs::Rule& rule = c.spec->rules[r];
    broken.push_back({rule.id, rule.sentence, rule.source});
  }
  if (!broken.empty() || !c.data) return broken;
  ops::Problem problem;
  specs::fill(c, problem);
  for (std::size_t r : specs::broken_data_rules(c, problem)) {
    const specs::DataRule& rule = c.spec->data_rules[r];
    broken.push_back({rule.id, rule.sentence, rule.source});
  }
  return broken;
}

int validate(const specs::Catalogue& catalogue, const std::vector<std::string>& arguments,
             bool json) {
  const std::vector<NamedCase> cases = read_cases(arguments, catalogue);
  bool all_valid = true;
  for (const NamedCase& named : cases) {
    const std::vector<Broken> broken = broken_by(named.c);
    all_valid &= broken.empty();
    if (json) {
      Json object = {{"case", named.name}, {"valid", broken.empty()}, {"broken", Json::array()}};
      for (const Broken& b : broken)
        object["broken"].push_back({{"id", b.id}, {"sentence", b.sentence}, {"source", b.source}});
      fmt::print("{}\n", specs::json_text(object));
      continue;
    }
    const std::string prefix = cases.size() > 1 ? named.name + ": " : "";
    if (broken.empty()) say("{}valid\n", prefix);
    for (const Broken& b : broken) say("{}{}: {}\n", prefix, b.id, b.sentence);
  }
  return all_valid ? 0 : 1;
}

}  // namespace

void add_validate(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::string> cases;
    bool json = false;
  };
  auto* sub = app.add_subcommand("validate", "Check descriptors against the rules; no device");
  auto o = std::make_shared<Options>();
  sub->add_option("CASE", o->cases, kCaseHelp)->required()->type_name("");
  sub->add_flag("--json", o->json, "One JSON object a case");
  sub->footer(
      "Prints `valid`, or each broken rule with its sentence; exits with 1 where a case is "
      "invalid.\nOf each facet (a tensor's type, its sizes, …) the first broken rule is named; "
      "rules that read a broken\nfacet are moot.\n\nExample:\n  assay validate my.case.json");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return validate(specs::Catalogue(context.specs), o->cases, o->json);
    };
  });
}

}  // namespace assay::cmd
