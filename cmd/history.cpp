// The subcommand `assay history`.
#include "conformance/compare/history.h"

#include <fmt/format.h>

#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/base/output_file.h"

namespace assay::cmd {

void add_history(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::filesystem::path> folders;
    std::optional<std::filesystem::path> html;
    bool json = false;
  };
  auto* sub = app.add_subcommand("history", "Show kept runs over time: findings, coverage, rates");
  auto o = std::make_shared<Options>();
  sub->add_option("DIR", o->folders, "The folders of runs, the oldest first")
      ->required()
      ->type_name("");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->add_option("--html", o->html, "Write a page of HTML, one file")->type_name("FILE");
  sub->footer("Example:\n  assay history nightly-*/ --html history.html");
  sub->callback([&context, o] {
    context.action = [o] {
      const conformance::History history = conformance::read_history(o->folders);
      if (o->json)
        fmt::print("{}\n", specs::json_text(history_to_json(history), 2));
      else
        say("{}", history_text(history));
      if (o->html) {
        conformance::OutputFile page(*o->html);
        page.write(history_html(history));
        page.close();
      }
      return 0;
    };
  });
}

}  // namespace assay::cmd
