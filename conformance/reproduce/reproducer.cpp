// Writes a batch as one C file. The parts that a reader needs most come first: the kernels, the
// cases, their data, the permitted answers. Then comes the program that runs them: the steps of
// opencl/launch/launch.cpp for one route. Each part is a file of the folder `program`, and one
// function fills it.
#include "conformance/reproduce/reproducer.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/base/output_file.h"
#include "conformance/reproduce/program_part.h"
#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_check.h"
#include "conformance/reproduce/reproducer_images.h"
#include "conformance/reproduce/reproducer_launch.h"
#include "conformance/reproduce/reproducer_probe.h"
#include "conformance/reproduce/reproducer_route.h"
#include "conformance/reproduce/reproducer_source.h"
#include "conformance/reproduce/reproducer_summary.h"
#include "conformance/reproduce/reproducer_tables.h"

namespace assay::conformance {
namespace {

/// The time limit of the program in seconds, where the judgement names none.
constexpr double kUsualLimit = 60;
/// How often the program runs its batch at most, where the verdict is Flaky. It stops when one
/// fails.
constexpr const char* kRunsOfFlaky = "1000";

std::string includes_part(const RouteCode& code, bool hung) {
  std::string version = std::to_string(code.version), includes;
  if (code.version > 120) version += "\n#define CL_USE_DEPRECATED_OPENCL_1_2_APIS";
  if (code.maps_pages) version += "\n#define _DEFAULT_SOURCE";
  if (hung) includes += "#include <signal.h>\n";
  if (code.maps_pages) includes += "#include <sys/mman.h>\n";
  if (hung || code.maps_pages) includes += "#include <unistd.h>\n";
  return program_part("includes.c", {{"VERSION", version}, {"INCLUDES", includes}});
}

std::string main_part(const ReproducerBatch& batch, const Judgement& judgement, bool hung) {
  const double limit = judgement.ending ? judgement.ending->limit : kUsualLimit;
  const std::string seed = fmt::format("{:#x}u", batch.options.poison_seed.value_or(0));
  const std::string alarm = fmt::format("  alarm({:.0f});\n", std::max(1.0, limit));
  const std::string runs =
      judgement.verdict == Verdict::Flaky ? kRunsOfFlaky : std::to_string(batch.route.repeat);
  return program_part("main.c", {{"RUNS", runs},
                                 {"SIGNAL", hung ? "  signal(SIGALRM, too_long);\n" : ""},
                                 {"ALARM", hung ? alarm : ""},
                                 {"RUN", batch.route.poison == PoisonKind::Differential
                                             ? fmt::format("run({0}) | run(~{0})", seed)
                                             : fmt::format("run({})", seed)}});
}

std::string c_program(const ReproducerBatch& batch, const Judgement& judgement,
                      const CommandWords& words) {
  const auto far = batch.memory.far_region();
  RouteCode code = route_code(batch.options, far);
  // Kernels count in an image from its first pixel.
  if (far && batch.variant.image(*far - 1)) code.base.clear();
  const ProbeCode probe = probe_code(batch.options, batch.device);
  code.version = std::max(code.version, probe.version);
  const bool hung = judgement.verdict == Verdict::Hung;
  std::string text;
  for (const std::string& part :
       {head_part(batch, judgement, words), includes_part(code, hung), kernels_part(batch),
        case_part(batch), memories_part(batch, code), code.functions, fill_part(batch, code),
        program_part("device.c"), setup_part(batch, code), images_part(batch, code),
        launch_part(batch, code), probe.functions, check_part(batch, code),
        run_part(batch, code, probe), hung ? program_part("limit.c") : "",
        main_part(batch, judgement, hung)})
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  return text;
}

}  // namespace

Reproducer make_reproducer(const std::vector<specs::Case>& cases, const Route& route,
                           const Judgement& judgement, const opencl::DeviceInfo& device,
                           KernelLibrary& library, const CommandWords& words) {
  const ReproducerBatch batch(cases, route, device, library, judgement.local_size);
  return {c_program(batch, judgement, words), readme(batch, judgement, words)};
}

Reproducer make_reproducer(const Record& record, const opencl::DeviceInfo& device,
                           KernelLibrary& library, const CommandWords& words) {
  return make_reproducer(record.smallest_batch(), record.smallest_route(),
                         record.smallest_judgement(), device, library, words);
}

void write_reproducer(const Reproducer& reproducer, const std::filesystem::path& folder) {
  make_folder(folder);
  for (const auto& [name, text] :
       {std::pair{"reproduce.c", &reproducer.c}, std::pair{"README.md", &reproducer.readme}}) {
    OutputFile file(folder / name);
    file.write(*text);
    file.close();
  }
}

}  // namespace assay::conformance
