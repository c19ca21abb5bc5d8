// The subcommand `assay waive`.
#include <fmt/format.h>

#include "cmd/subcommands.h"
#include "conformance/compare/waiver_draft.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

struct WaiveArguments {
  std::filesystem::path run;
  std::string owner;
  std::optional<std::string> link, expires;
};

int waive(const specs::Catalogue& catalogue, const WaiveArguments& o) {
  constexpr int kDays = 90;
  conformance::Waiver like;
  like.owner = o.owner;
  like.link = o.link.value_or("");
  if (o.link && !conformance::is_link(*o.link))
    throw Error(fmt::format("--link {}: must be a link, such as https://...", *o.link));
  like.expires =
      o.expires ? conformance::parse_day(*o.expires, "--expires") : conformance::today(kDays);
  if (like.expires < conformance::today())
    throw Error(fmt::format("--expires {}: is past", like.expires));
  const auto drafts = conformance::draft_waivers(o.run, catalogue, like);
  fmt::print("{}\n", specs::json_text(waivers_to_json(drafts), 2));
  return 0;
}

}  // namespace

void add_waive(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("waive", "Draft a waivers file from a run's divergences");
  auto o = std::make_shared<WaiveArguments>();
  sub->add_option("RUN_DIR", o->run, "The folder of a run")->required()->type_name("");
  sub->add_option("--owner", o->owner, "Who sees to it that they go away")
      ->required()
      ->check([](const std::string& owner) {
        return owner.empty() ? std::string("--owner: must not be empty") : std::string();
      })
      ->type_name("NAME");
  sub->add_option("--link", o->link, "Where they are kept track of")->type_name("URL");
  sub->add_option("--expires", o->expires, "Their last day, 2026-12-31 (default: in 90 days)")
      ->type_name("DAY");
  sub->footer(
      "One waiver for each finding that is explained, and one for each other case; on this device, "
      "from this driver version on. Edit them before you keep them.\n\nExamples:\n  assay waive "
      "results --owner me@example.org > waivers.json\n  assay run "
      "--plan ci --waivers waivers.json --strict-waivers");
  sub->callback([&context, o] {
    context.action = [&context, o] { return waive(specs::Catalogue(context.specs), *o); };
  });
}

}  // namespace assay::cmd
