// Writes tables of what a probe passes, and of what must come.
#include "conformance/reproduce/reproducer_probe.h"

#include <fmt/format.h>

#include "conformance/reproduce/program_part.h"
#include "conformance/reproduce/reproducer_source.h"
#include "opencl/launch/failed_events.h"
#include "opencl/launch/scalar_probe.h"
#include "opencl/launch/svm_free.h"

namespace assay::conformance {
namespace {

using opencl::ScalarProbe;

std::string c_scalar_probe(std::uint64_t seed) {
  std::string rows;
  for (std::size_t i = 0; i < ScalarProbe::kScalars.size(); ++i) {
    const ScalarProbe::Scalar& scalar = ScalarProbe::kScalars[i];
    const std::uint64_t first = ScalarProbe::value(seed, 0, i),
                        second = ScalarProbe::value(seed, 1, i);
    rows += fmt::format("    {{\"{}\", {}, {{{:#x}u, {:#x}u}}, {{{:#x}u, {:#x}u}}}},\n",
                        scalar.type, scalar.size, first, second,
                        ScalarProbe::widened(first, scalar), ScalarProbe::widened(second, scalar));
  }
  std::string calls;
  for (std::size_t i = 0; i < ScalarProbe::kCalls; ++i)
    calls += fmt::format("    {{\"{}\", {}}},\n", ScalarProbe::call(i), ScalarProbe::answer(i));
  return program_part(
      "probe.c", {{"SOURCE", c_lines(ScalarProbe::source())}, {"ROWS", rows}, {"CALLS", calls}});
}

std::string c_failed_events(const opencl::DeviceInfo& device) {
  std::string rows;
  for (const opencl::FailedWait& wait : opencl::kFailedWaits)
    if (!is_known_to_fail(wait, device))
      rows += fmt::format("    {{\"{}\", {}, {}, {:d}, {:d}}},\n", wait.read, wait.completing,
                          wait.failing, wait.before, wait.blocking);
  return program_part("failed_events.c",
                      {{"ROWS", rows}, {"STATUS", std::to_string(opencl::kFailedStatus)}});
}

std::string c_svm_free() {
  return program_part("svm_free.c", {{"COUNT", std::to_string(opencl::kFreedTogether)}});
}

}  // namespace

ProbeCode probe_code(const opencl::LaunchOptions& options, const opencl::DeviceInfo& device) {
  switch (options.probe) {
    case opencl::Probe::None:
      break;
    case opencl::Probe::Scalars:
      return {c_scalar_probe(options.placement), "  failed |= wrong_scalars();\n"};
    case opencl::Probe::Calls: {
      ProbeCode code{c_failed_events(device), "  failed |= wrong_events();\n"};
      if (!opencl::asks_svm_free(device)) return code;
      code.functions += "\n" + c_svm_free();
      code.calls += "  failed |= wrong_svm_free();\n";
      code.version = 200;
      return code;
    }
  }
  return {};
}

}  // namespace assay::conformance
