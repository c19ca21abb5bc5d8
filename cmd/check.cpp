// The subcommand `assay check`.
#include "conformance/find/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cmd/options/case_input.h"
#include "cmd/options/device_options.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/keep/run_json.h"
#include "conformance/plan/tally.h"
#include "conformance/report/inputs_text.h"
#include "conformance/run/pipeline.h"
#include "conformance/verdict/expectation.h"
#include "conformance/verdict/judgement_json.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "specs/rules.h"

namespace assay::cmd {
namespace {

using conformance::Judgement;
using conformance::Verdict;
using specs::Json;

/// The exit code where a case could not be read or is not valid.
constexpr int kBadInput = 2;

struct CheckArguments {
  DeviceOptions device;
  std::vector<std::string> cases;
  bool json = false, batch = false;
  std::set<std::string> without;
};

class Printer {
 public:
  explicit Printer(bool json) : json_(json) {}

  void judged(const NamedCase& named, const conformance::Checked& checked) {
    const auto& [route, j, failing] = checked;
    tally_.add(named.c, j);
    if (json_) {
      Json object = {{"case", named.name}};
      object.update(conformance::judgement_to_json(j));
      if (!route.variant.empty()) object["variant"] = route.variant;
      if (failing.size() > 1) object["failing_variants"] = failing;
      fmt::print("{}\n", specs::json_text(object));
      return;
    }
    say("{}  {}\n", name_of(j.verdict), named.name);
    // What the operator does is said where its first case diverges.
    if (is_divergence(j.verdict) && told_.insert(named.c.spec).second)
      say("  {}\n", named.c.spec->summary);
    if (j.wrong)
      for (const auto& line : conformance::inputs_text(named.c, j.wrong->tensor, j.wrong->came))
        say("  {}\n", line);
    if (!j.text().empty()) say("  {}: {}\n", route.variant, j.text());
    if (failing.size() > 1) say("  fails by the variants {}\n", fmt::join(failing, ", "));
    if (j.refused && !j.refused->build_log.empty()) say("{}\n", j.refused->build_log);
  }

  void disputed(const NamedCase& named, const std::string& what) {
    any_dispute_ = true;
    if (json_)
      fmt::print("{}\n", specs::json_text(
                             {{"case", named.name}, {"verdict", "Disputed"}, {"message", what}}));
    else
      say("Disputed  {}\n  {}\n", named.name, what);
  }

  int exit_code() const { return any_dispute_ ? 2 : conformance::exit_code(tally_); }

 private:
  bool json_, any_dispute_ = false;
  conformance::Tally tally_;
  /// The operators of which a case diverged.
  std::set<const specs::Spec*> told_;
};

/// Whether a case has an expected answer that keeps it from being judged: one that the oracle does
/// not permit, or of which no worker could tell. Prints that.
bool is_answer_wrong(conformance::WorkerRunner& runner, const NamedCase& named, Printer& printer) {
  if (!conformance::has_answer(named.c)) return false;
  std::string dispute;
  if (const auto lost = runner.dispute(named.c, named.route.variant, dispute))
    printer.judged(named, {named.route, *lost});
  else if (!dispute.empty())
    printer.disputed(named, dispute);
  else
    return false;
  return true;
}

void check_batch(conformance::WorkerRunner& runner, const std::vector<NamedCase>& cases,
                 Printer& printer) {
  require_batch(cases);
  std::vector<specs::Case> batch;
  std::vector<bool> wrong;
  for (const NamedCase& named : cases) {
    batch.push_back(named.c);
    wrong.push_back(is_answer_wrong(runner, named, printer));
  }
  const conformance::Route& route = cases[0].route;
  const auto judgements = runner.run(batch, route);
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (!wrong[i]) printer.judged(cases[i], {route, judgements[i]});
}

int check(const specs::Catalogue& catalogue, const CheckArguments& o,
          const std::optional<std::filesystem::path>& specs) {
  // A bad case is told of, and the others are checked.
  bool any_bad = false;
  const OnBadCase bad = [&](const Error& e) {
    tell_complaint(e.what());
    any_bad = true;
  };
  std::vector<NamedCase> cases = read_cases(o.cases, catalogue, o.batch ? OnBadCase() : bad);
  std::erase_if(cases, [&](NamedCase& c) {
    // A backend may get an invalid case, which it must refuse. Its own data are not needed for
    // that.
    if (o.device.backend && !specs::is_valid(c.c)) {
      c.c.data = nullptr;
      return false;
    }
    try {
      require_valid(c);
    } catch (const Error& e) {
      if (o.batch) throw;
      bad(e);
      return true;
    }
    return false;
  });
  if (cases.empty()) return kBadInput;
  conformance::WorkerOptions workers = heeding(o.device.workers(catalogue, specs));
  workers.setup.without = o.without;
  conformance::WorkerRunner runner(std::move(workers));
  Printer printer(o.json);
  if (o.batch) {
    check_batch(runner, cases, printer);
    return printer.exit_code();
  }
  for (const NamedCase& named : cases)
    if (!is_answer_wrong(runner, named, printer))
      printer.judged(named, conformance::check(runner, named.c, named.route));
  return any_bad ? kBadInput : printer.exit_code();
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("check", "Run cases and judge each");
  auto o = std::make_shared<CheckArguments>();
  sub->add_option("CASE", o->cases, kCaseHelp)->required()->type_name("");
  sub->add_flag("--json", o->json, "One JSON object a case");
  sub->add_flag("--batch", o->batch, "Run all cases as one batch, for failures that need theirs");
  o->device.add_to(*sub);
  o->device.add_backend_to(*sub);
  sub->add_option("--without", o->without,
                  "Leave out these checks: guards, inputs, poison (shows what each finds)")
      ->check(one_of({conformance::Checks::kNames.begin(), conformance::Checks::kNames.end()}))
      ->delimiter(',')
      ->type_name("CHECK,...")
      ->excludes(sub->get_option("--backend"));
  sub->footer(
      "A case whose route names no variant runs by every variant that the device offers.\nA case "
      "file whose expected answer the oracle does not permit is Disputed: exit code 2.\n\n"
      "Examples:\n  assay check my.case.json\n  assay check --json - < cases.txt");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return check(specs::Catalogue(context.specs), *o, context.specs);
    };
  });
}

}  // namespace assay::cmd
