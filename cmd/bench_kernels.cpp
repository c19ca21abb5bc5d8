// The subcommand `assay bench kernels`.
#include "cmd/bench_kernels.h"

#include <fmt/format.h>

#include <utility>

#include "cmd/options/case_input.h"
#include "cmd/options/own_files.h"
#include "cmd/options/tell.h"
#include "conformance/measure/kernel_rates.h"
#include "conformance/run/device_json.h"
#include "conformance/run/fits.h"
#include "conformance/run/pipeline.h"
#include "ops/error.h"
#include "specs/case_text.h"

namespace assay::cmd {
namespace {

using conformance::KernelRate;
using specs::Json;

void append_json(Json& rows, const NamedCase& named, const std::vector<KernelRate>& rates) {
  for (const KernelRate& r : rates)
    rows.push_back({{"operator", named.c.spec->name()},
                    {"case", named.name},
                    {"variant", r.variant},
                    {"elements", r.elements},
                    {"bytes", r.bytes},
                    {"seconds", r.seconds},
                    {"bytes_per_second", r.bytes_per_second()},
                    {"of_copy", r.of_copy()}});
}

void print_head() {
  say("{:<12}{:>12}{:>10}{:>12}{:>9}{:>9}\n", "Case, variant", "elements", "MiB", "us", "GB/s",
      "of copy");
}

void print(const NamedCase& named, const std::vector<KernelRate>& rates) {
  say("{}\n", named.name);
  for (const KernelRate& r : rates)
    say("  {:<10}{:>12}{:>10.1f}{:>12.1f}{:>9.2f}{:>8.0f}%\n", r.variant, r.elements,
        static_cast<double>(r.bytes) / (1 << 20), r.seconds * 1e6, r.bytes_per_second() * 1e-9,
        100 * r.of_copy());
  std::fflush(stdout);
}

std::vector<NamedCase> given_cases(const specs::Catalogue& catalogue, const BenchOptions& o) {
  std::vector<NamedCase> cases = read_cases(o.given, catalogue);
  if (cases.empty()) throw Error("no case to measure");
  for (NamedCase& named : cases) {
    require_valid(named);
    if (!named.c.route.empty())
      throw Error(fmt::format(
          "{}: has a route; all variants are measured, each by the simplest one", named.name));
  }
  return cases;
}

std::vector<NamedCase> drawn_cases(const specs::Catalogue& catalogue, const BenchOptions& o) {
  std::vector<NamedCase> cases;
  for (const specs::Spec* spec : o.operators.of(catalogue))
    for (std::uint64_t elements = BenchOptions::kLeastElements; elements <= o.max_elements;
         elements *= 8)
      if (specs::Case c = conformance::case_for_rates(*spec, elements); c.spec)
        cases.push_back({specs::print_problem(c), std::move(c)});
  return cases;
}

/// Measures the variants of a case. Throws Error, which names the case, where the driver fails.
std::vector<KernelRate> rates_of(const NamedCase& named, opencl::Launcher& launcher,
                                 conformance::KernelLibrary& library, unsigned repetitions) {
  try {
    return conformance::measure_kernels(launcher, library, named.c, repetitions);
  } catch (const opencl::CallFailure& failure) {
    throw Error(fmt::format("{}: {}", named.name, failure.text()));
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", named.name, e.what()));
  }
}

/// The reason why a case has no rate.
std::string what_hinders(const specs::Case& c, const opencl::DeviceInfo& device) {
  return conformance::fits({&c, 1}, device) ? "the device can run no variant of it"
                                            : "does not fit the device";
}

}  // namespace

int bench_kernels(const specs::Catalogue& catalogue, const BenchOptions& o) {
  const bool given = !o.given.empty();
  if (o.kernels) require_kernels(*o.kernels, catalogue);
  std::vector<NamedCase> cases;
  if (given) cases = given_cases(catalogue, o);
  opencl::Launcher launcher(opencl::Device::open(o.device));
  if (!given) cases = drawn_cases(catalogue, o);
  conformance::KernelLibrary library(o.kernels);
  Json rows = Json::array();
  bool first = true;
  for (const NamedCase& named : cases) {
    const auto rates = rates_of(named, launcher, library, o.repetitions);
    if (rates.empty() && !given) continue;
    if (rates.empty())
      throw Error(
          fmt::format("{}: {}", named.name, what_hinders(named.c, launcher.device().info())));
    if (std::exchange(first, false) && !o.json) print_head();
    if (o.json)
      append_json(rows, named, rates);
    else
      print(named, rates);
  }
  if (first) throw Error("the device can run no variant of any case");
  if (o.json)
    fmt::print("{}\n", specs::json_text(
                           Json{{"device", conformance::device_to_json(launcher.device().info())},
                                {"kernels", rows}},
                           2));
  return 0;
}

}  // namespace assay::cmd
