// The subcommand `assay compare`.
#include <fmt/format.h>

#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/base/output_file.h"
#include "conformance/compare/side_by_side.h"

namespace assay::cmd {
namespace {

struct CompareArguments {
  std::vector<std::filesystem::path> folders;
  std::optional<std::filesystem::path> html;
  bool json = false, all = false;
};

int compare(const CompareArguments& o) {
  constexpr std::size_t kMost = 20;
  const conformance::SideBySide side = conformance::put_side_by_side(o.folders);
  if (o.json)
    fmt::print("{}\n", specs::json_text(side_by_side_to_json(side), 2));
  else
    say("{}", side_by_side_text(side, o.all ? SIZE_MAX : kMost));
  if (o.html) {
    conformance::OutputFile page(*o.html);
    page.write(side_by_side_html(side));
    page.close();
  }
  return side.shared() == 0 ? 3 : 0;
}

}  // namespace

void add_compare(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("compare", "Show runs of several drivers side by side");
  auto o = std::make_shared<CompareArguments>();
  sub->add_option("DIR", o->folders, "The folders of two runs or more")->required()->type_name("");
  sub->add_flag("--all", o->all, "List every case in which the runs differ, not the first 20");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->add_option("--html", o->html, "Write a page of HTML, one file")->type_name("FILE");
  sub->footer(
      "Runs with the same seed, or of the same plan, have the same cases on each device.\n"
      "The exit code is 3 where no case was judged in two runs.\n\n"
      "Example:\n  assay compare pocl intel rusticl --html drivers.html");
  sub->callback([&context, o] { context.action = [o] { return compare(*o); }; });
}

}  // namespace assay::cmd
