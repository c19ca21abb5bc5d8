// The assay program. The subcommands do the work. Where one cannot go on, it throws an exception,
// which is turned into one line on stderr and exit code 2.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cmd/options/driver_choice.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/base/words.h"
#include "ops/error.h"
#include "ops/orphans.h"
#include "ops/utf8.h"

namespace assay::cmd {
namespace {

constexpr int kCannotWork = 2;
constexpr const char* kNoOutput = "standard output: cannot be written";

constexpr const char* kFooter = R"(Exit codes:
  0  everything as expected
  1  divergences (for validate: an invalid case)
  2  the harness could not do its work: usage, spec, no device, input or output
  3  nothing failed, but less was tested than asked for

Examples:
  assay devices
  assay run --cases 100000 --seed 7 --out results
  assay check 'gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:IndexDimensions=1')";

int complain(const std::string& what) {
  std::fflush(stdout);
  // A message may hold a line of the user's of any length.
  constexpr std::size_t kLongest = 4000;
  const std::string line = what.substr(0, what.find_last_not_of('\n') + 1);
  tell(fmt::format("assay: {}\n", conformance::clean_for_terminal(
                                      ops::printable(conformance::shortened(line, kLongest)))));
  return kCannotWork;
}

int run(int argc, char** argv) {
  Context context;
  for (int i = 0; i < argc; ++i)
    context.command_line += (i ? " " : "") + conformance::shell_word(i ? argv[i] : "assay");
  CLI::App app{"Tests an OpenCL driver by DirectML's tensor operators.", "assay"};
  app.footer(kFooter);
  app.set_version_flag("--version", ASSAY_VERSION);
  app.require_subcommand(1);
  app.add_option("--specs", context.specs,
                 "Use the specs (*.json) of this folder, not those built in")
      ->type_name("DIR");
  add_devices(app, context);
  add_list(app, context);
  add_describe(app, context);
  add_run(app, context);
  add_report(app, context);
  add_explain(app, context);
  add_merge(app, context);
  add_diff(app, context);
  add_waive(app, context);
  add_mesa(app, context);
  add_check(app, context);
  add_oracle(app, context);
  add_new(app, context);
  add_spec(app, context);
  add_validate(app, context);
  add_shrink(app, context);
  add_export(app, context);
  add_selftest(app, context);
  add_bench(app, context);
  add_ulps(app, context);
  add_fuzz(app, context);
  add_worker(app, context);
  const auto known = app.get_subcommands([](const CLI::App*) { return true; });
  const auto is_first_word = [&](const CLI::App* sub) { return sub->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(known.begin(), known.end(), is_first_word))
    return complain(fmt::format("no subcommand \"{}\" (see assay --help)", argv[1]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    return complain(fmt::format("{} (see assay --help)", e.what()));
  }
  const int code = with_chosen_driver(context.action());
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw Error(kNoOutput);
  return code;
}

/// Does what the arguments say. Gives the exit code.
int run_and_complain(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::system_error& e) {
    return complain(std::ferror(stdout) ? kNoOutput : e.what());
  } catch (const std::bad_alloc&) {
    return complain("not enough memory");
  } catch (const std::exception& e) {
    return complain(e.what());
  }
}

}  // namespace
}  // namespace assay::cmd

namespace {

/// Opens /dev/null for each standard stream that is closed, in a way that makes using the stream
/// fail. Otherwise a file that is opened later would get its number, and output meant for the
/// stream.
void hold_standard_streams() {
  for (int stream = 0; stream < 3; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream ? O_RDONLY : O_WRONLY) < 0)
      std::_Exit(2);
}

/// Makes glibc map each block of 1 MiB or more on its own. Drivers allocate large blocks and use
/// little of them: PoCL allocates 2 MiB for each program and writes 40 KiB. A block that is mapped
/// takes only the pages that are touched. Without a fixed threshold, glibc raises it to the largest
/// block that was freed, up to 32 MiB, and maps fewer blocks. With a fixed one, glibc would return
/// the end of its heap to the system at every 128 KiB, so that limit is raised, too.
void map_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 24);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  map_large_blocks();
  // A driver may start processes that outlive the worker.
  assay::ops::adopt_orphans();
  // Where a reader of our output closes its pipe, a write fails with an error instead of ending the
  // process by SIGPIPE.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that would become larger than `ulimit -f` allows.
  std::signal(SIGXFSZ, SIG_IGN);
  const int code = assay::cmd::run_and_complain(argc, argv);
  assay::ops::end_orphans();
  return code;
}
