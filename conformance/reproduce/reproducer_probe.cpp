// Writes tables of the values that the scalar probe passes and of the values that it must read.
#include "conformance/reproduce/reproducer_probe.h"

#include <fmt/format.h>

#include "conformance/reproduce/program_part.h"
#include "conformance/reproduce/reproducer_source.h"
#include "opencl/launch/scalar_probe.h"

namespace assay::conformance {
namespace {

using opencl::ScalarProbe;

}  // namespace

std::string c_probe(const opencl::LaunchOptions& options) {
  if (!options.probe) return {};
  std::string rows;
  for (std::size_t i = 0; i < ScalarProbe::kScalars.size(); ++i) {
    const ScalarProbe::Scalar& scalar = ScalarProbe::kScalars[i];
    const std::uint64_t first = ScalarProbe::value(options.placement, 0, i),
                        second = ScalarProbe::value(options.placement, 1, i);
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

}  // namespace assay::conformance
