// The subcommand `assay mesa`.
#include "conformance/compare/mesa.h"

#include <fmt/format.h>

#include "cmd/options/tell.h"
#include "cmd/subcommands.h"

namespace assay::cmd {
namespace {

struct MesaArguments {
  std::filesystem::path run, out;
  std::string prefix = "assay";
};

int mesa(const MesaArguments& o) {
  const std::uint64_t untested = conformance::write_mesa_files(o.run, o.out, o.prefix);
  if (untested > 0)
    tell_complaint(fmt::format(
        "{} cases were not tested, though they were to be; {}-skips.txt is empty, since "
        "a list of skips would leave them out of the next run, too",
        untested, o.prefix));
  return 0;
}

}  // namespace

void add_mesa(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("mesa", "Write a run's results as Mesa's CI keeps them");
  auto o = std::make_shared<MesaArguments>();
  sub->add_option("RUN", o->run, "The folder of a run, or a results.csv")
      ->required()
      ->type_name("");
  sub->add_option("--out", o->out,
                  "The folder for results.csv, failures.csv, PREFIX-fails.txt, PREFIX-flakes.txt "
                  "and PREFIX-skips.txt")
      ->required()
      ->type_name("DIR");
  sub->add_option("--prefix", o->prefix, "Names the expectations (default: assay)")
      ->type_name("PREFIX");
  sub->footer(
      "The lists are read by deqp-runner's options of the same names, and by assay run --fails, "
      "--flakes and --skips.\n\nExamples:\n  assay mesa results --out expectations --prefix "
      "llvmpipe");
  sub->callback([&context, o] { context.action = [o] { return mesa(*o); }; });
}

}  // namespace assay::cmd
