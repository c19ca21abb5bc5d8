// The options that choose the device and the kernels.
#include "cmd/options/device_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cmd/options/driver_choice.h"
#include "cmd/options/own_files.h"
#include "conformance/run/reproduction.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

/// A time limit in seconds. CLI::PositiveNumber and CLI::Range accept nan.
CLI::Validator time_limit() {
  const auto refuse = [](const std::string& text) {
    constexpr double kYear = 366.0 * 24 * 3600;
    char* end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    const bool fits = *end == 0 && seconds > 0 && seconds <= kYear;
    return fits ? std::string() : text + ": give seconds, more than 0 and at most a year";
  };
  return CLI::Validator(refuse, "");
}

}  // namespace

void DeviceOptions::add_to(CLI::App& app) {
  app.add_option("--device", device,
                 "The device, by its name, a part of it, or a glob (default: the first)")
      ->check([](const std::string& glob) {
        return glob.empty() ? std::string("must not be empty") : std::string();
      })
      ->type_name("NAME");
  app.add_option("--kernels", kernels,
                 "Take the OPERATOR.cl files of this folder, not the kernels built in")
      ->type_name("DIR");
  app.add_option("--log", log, "Append what the driver writes to stderr")->type_name("FILE");
  const conformance::WorkerOptions usual;
  app.add_option("--timeout", timeout,
                 fmt::format("What a batch may take on the device (default: {})", usual.timeout))
      ->check(time_limit())
      ->type_name("SECONDS");
  app.add_option("--build-timeout", build_timeout,
                 fmt::format("What a build may take, with its first launch (default: {})",
                             usual.build_timeout))
      ->check(time_limit())
      ->type_name("SECONDS");
}

void DeviceOptions::add_backend_to(CLI::App& app) {
  app.add_option("--backend", backend,
                 "Test the operators of this library instead (see assay_backend.h)")
      ->type_name("LIB.so")
      ->excludes(app.get_option("--device"))
      ->excludes(app.get_option("--kernels"));
}

void DeviceOptions::require_files(const specs::Catalogue& catalogue,
                                  const std::optional<std::filesystem::path>& specs) const {
  if (kernels) require_kernels(*kernels, catalogue);
  if (specs) require_oracles(*specs, catalogue);
}

conformance::WorkerOptions DeviceOptions::workers(const specs::Catalogue& catalogue,
                                                  const std::optional<std::filesystem::path>& specs,
                                                  std::uint64_t memory,
                                                  std::optional<double> budget,
                                                  std::function<bool()> go_on) const {
  require_files(catalogue, specs);
  conformance::DriverQuestion question{.go_on = go_on};
  // A driver that does not answer must leave most of the budget to one that does.
  if (budget) question.timeout = std::clamp(*budget / 4, 10.0, question.timeout);
  if (!backend) choose_driver(device, question);
  conformance::WorkerOptions options;
  if (backend && !std::filesystem::is_regular_file(*backend))
    throw Error(fmt::format("--backend {}: {}", backend->string(),
                            std::filesystem::exists(*backend) ? "is no file" : "no such file"));
  options.setup = {device, kernels, specs};
  // A name without a folder means a file in the working folder. The dynamic linker would search its
  // own folders for it, so the path is made absolute.
  if (backend) options.setup.backend = std::filesystem::absolute(*backend);
  options.setup.memory = memory;
  options.log = log;
  options.go_on = std::move(go_on);
  if (budget) options.keep_within(*budget);
  options.timeout = timeout.value_or(options.timeout);
  options.build_timeout = build_timeout.value_or(options.build_timeout);
  return options;
}

std::string DeviceOptions::words(const opencl::DeviceInfo& info) const {
  return conformance::device_options(info.name, kernels, backend);
}

}  // namespace assay::cmd
