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

using opencl::Probe;
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

std::string c_probe(const opencl::LaunchOptions& options, const opencl::DeviceInfo& device) {
  switch (options.probe) {
    case Probe::Scalars:
      return c_scalar_probe(options.placement);
    case Probe::Calls:
      return c_failed_events(device) + (opencl::asks_svm_free(device) ? "\n" + c_svm_free() : "");
    case Probe::None:
      break;
  }
  return {};
}

std::string c_probe_calls(Probe probe, const opencl::DeviceInfo& device) {
  switch (probe) {
    case Probe::Scalars:
      return "  failed |= wrong_scalars();\n";
    case Probe::Calls:
      return std::string("  failed |= wrong_events();\n") +
             (opencl::asks_svm_free(device) ? "  failed |= wrong_svm_free();\n" : "");
    case Probe::None:
      break;
  }
  return {};
}

unsigned version_of_probe(Probe probe, const opencl::DeviceInfo& device) {
  return probe == Probe::Calls && opencl::asks_svm_free(device) ? 200 : 120;
}

}  // namespace assay::conformance
