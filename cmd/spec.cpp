// The subcommand `assay spec`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cmd/options/fill_in.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/base/words.h"
#include "conformance/measure/zero_share.h"
#include "conformance/verdict/example.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"
#include "specs/case_text.h"
#include "specs/json.h"
#include "specs/rules.h"
#include "specs/trial.h"

namespace assay::cmd {
namespace {

using specs::Json;

/// What was found out about a spec.
struct TriedOut {
  std::string operator_name;
  /// Faults of the spec: what is still to be filled in, examples that do not hold, and sides of
  /// rules that no case showed.
  std::vector<std::string> faults;
  /// Edges of the spec's own rules at which no case stood.
  std::vector<std::string> without_edge;
  /// What could not be tried, since the program was built without it.
  std::vector<std::string> missing;
  std::size_t rules = 0;
  std::uint64_t draws = 0;
  /// At how many elements of the outputs zero is permitted.
  conformance::ZeroShare zeros;
  /// Lines of some of the cases.
  std::vector<std::string> lines;
};

void look_at_rules(const specs::Spec& spec, TriedOut& all) {
  constexpr std::uint64_t kDraws = 10000;
  const specs::Trial trial = specs::trial_of(spec, kDraws);
  all.rules = spec.rules.size();
  all.draws = trial.draws;
  for (const specs::Case& c : trial.first) all.lines.push_back(print_case(c));
  for (std::size_t r = 0; r < spec.rules.size(); ++r) {
    const specs::Rule& rule = spec.rules[r];
    const std::uint8_t seen = trial.seen[r];
    if (!(seen & specs::kSatisfied))
      all.faults.push_back(
          fmt::format("{}: no case drawn has the rule {}; let what it reads be drawn "
                      "so that it holds",
                      spec.where(rule), rule.id));
    if (!trial.violated[r])
      all.faults.push_back(fmt::format(
          "{}: no case breaks the rule {} and no other: nothing can break it, or another "
          "rule says the same; take it out, or let it say more",
          spec.where(rule), rule.id));
    if (rule.generic != specs::Generic::None || !has_edges(rule) || !(seen & specs::kSatisfied))
      continue;
    const std::uint8_t unseen = trial.edges[r] & ~seen;
    if (unseen & specs::kAtLowEdge) all.without_edge.push_back(rule.id + ": low edge");
    if (unseen & specs::kAtHighEdge) all.without_edge.push_back(rule.id + ": high edge");
  }
}

void look_for_files(const specs::Spec& spec, TriedOut& all) {
  if (!ops::oracle_of(spec.signature)) {
    all.missing.push_back(
        fmt::format("ops/oracles/{}.cpp: this program was built without it, so the answers of the "
                    "examples were not looked at; build the program, and try again",
                    spec.signature.implementation()));
    return;
  }
  try {
    opencl::load_kernels(spec.signature);
  } catch (const Error& e) {
    all.missing.push_back(fmt::format("kernels: {}", e.what()));
  }
}

TriedOut look_at(const std::string& path) {
  std::vector<std::unique_ptr<const specs::Spec>> one;
  const std::string text = specs::read_file(path);
  one.push_back(specs::load_spec(text, path));
  const specs::Catalogue catalogue(std::move(one));
  const specs::Spec& spec = *catalogue.all()[0];
  TriedOut all;
  all.operator_name = spec.name();
  for (const FillIn& fill_in : fill_ins(text))
    all.faults.push_back(fmt::format("{}:{}: {}", path, fill_in.line, fill_in.what));
  for (const specs::Example& example : spec.examples)
    for (const std::string& fault : conformance::faults_of(example, spec, catalogue))
      all.faults.push_back(fmt::format("example \"{}\": {}", example.title, fault));
  look_at_rules(spec, all);
  look_for_files(spec, all);
  constexpr std::uint64_t kAsked = 2000;
  if (ops::oracle_of(spec.signature)) all.zeros = conformance::zero_share(spec, kAsked);
  return all;
}

Json zeros_to_json(const conformance::ZeroShare& zeros) {
  Json json = {{"all", zeros.total().share()}};
  for (std::size_t i = 0; i < specs::kFills; ++i)
    if (zeros.by_fill[i].all)
      json[std::string(name_of(static_cast<specs::Fill>(i)))] = zeros.by_fill[i].share();
  return json;
}

Json to_json(const std::string& path, const TriedOut& all) {
  return {{"spec", path},
          {"operator", all.operator_name},
          {"faults", all.faults},
          {"without_edge", all.without_edge},
          {"missing", all.missing},
          {"rules", all.rules},
          {"draws", all.draws},
          {"cases", all.lines},
          {"zeros", zeros_to_json(all.zeros)}};
}

void print(const std::string& path, const TriedOut& all) {
  say("{}: {}, {} rules, {} cases drawn\n", path, all.operator_name, all.rules,
      conformance::grouped(all.draws));
  for (const std::string& fault : all.faults) say("  fault: {}\n", fault);
  if (all.faults.empty())
    say("  {}Each rule was in some case, and some case broke it alone.\n",
        all.missing.empty() ? "The examples hold. " : "");
  if (!all.without_edge.empty())
    say("  No case stood at these edges: {}\n", fmt::join(all.without_edge, ", "));
  for (const std::string& missing : all.missing) say("  missing: {}\n", missing);
  if (all.zeros.total().all)
    say("  Zero is permitted at {:.0f}% of the outputs' elements.\n",
        100 * all.zeros.total().share());
  say("  Some of the cases:\n");
  for (const std::string& line : all.lines) say("    {}\n", line);
}

int spec(const std::vector<std::string>& paths, bool json) {
  int code = 0;
  for (const std::string& path : paths) {
    const TriedOut all = look_at(path);
    if (!all.faults.empty())
      code = 1;
    else if (!all.missing.empty() && code == 0)
      code = 3;
    if (json)
      fmt::print("{}\n", specs::json_text(to_json(path, all)));
    else
      print(path, all);
  }
  return code;
}

}  // namespace

void add_spec(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::string> paths;
    bool json = false;
  };
  auto* sub = app.add_subcommand("spec", "Try out an operator's spec; needs no device");
  auto options = std::make_shared<Options>();
  sub->add_option("FILE", options->paths, "Spec files")->required()->type_name("");
  sub->add_flag("--json", options->json, "One JSON object a file, each on a line of its own");
  sub->footer(
      "It loads the spec, asks the operator's oracle whether the examples hold, draws 10,000 "
      "cases, and names each rule that no case has or that none breaks alone.\nOf elements at "
      "which "
      "zero is permitted, a driver that writes nothing shows nothing; the JSON has their share by "
      "fill, too.\nThe exit code is 1 where it finds a fault, and 3 where the program was built "
      "without the operator's oracle or kernels, so that less was tried.\n\nExample:\n  assay spec "
      "specs/operators/gather.json");
  sub->callback([&context, options] {
    context.action = [options] { return spec(options->paths, options->json); };
  });
}

}  // namespace assay::cmd
