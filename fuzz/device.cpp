// The device under test, opened once for a whole campaign.
#include "fuzz/device.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "fuzz/environment.h"

// Drivers keep what they allocate until the process ends, so leak detection is off. (suppressions/
// lists the known leaks for runs that turn it on.) The quarantine is small enough for a cache and
// holds what some hundreds of cases freed. The default of 256 MiB would be memory that is fetched
// anew each time.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:quarantine_size_mb=16:malloc_context_size=10";
}

namespace assay::fuzz {
namespace {

std::string default_device() {
  std::optional<opencl::CallFailure> refused;
  const auto devices = opencl::list_devices(&refused);
  if (refused) throw *refused;
  for (const opencl::DeviceInfo& d : devices)
    if (d.is_pocl()) return d.full_name();
  return "*";
}

/// Restores the signal handlers that a driver's compiler replaces. The engine does not handle a
/// signal that already has a handler, and then keeps no input that ends the program.
class Signals {
 public:
  Signals() {
    for (std::size_t i = 0; i < kOurs.size(); ++i) ::sigaction(kOurs[i], nullptr, &before_[i]);
  }
  ~Signals() {
    for (std::size_t i = 0; i < kOurs.size(); ++i) ::sigaction(kOurs[i], &before_[i], nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  static constexpr std::array kOurs{SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGINT, SIGTERM};
  std::array<struct sigaction, kOurs.size()> before_{};
};

conformance::Pipeline* opened() {
  const Signals kept;
  try {
    conformance::PipelineOptions options;
    if (const std::string folder = setting("ASSAY_KERNELS"); !folder.empty())
      options.kernels = folder;
    return new conformance::Pipeline(open_device(), std::move(options));
  } catch (const std::exception& e) {
    give_up(e);
  }
}

}  // namespace

opencl::Device open_device() {
  try {
    ::setenv("POCL_DEVICES", "basic pthread", /*overwrite=*/0);
    const std::string device = setting("ASSAY_DEVICE");
    return opencl::Device::open(device.empty() ? default_device() : device);
  } catch (const std::exception& e) {
    give_up(e);
  }
}

conformance::Pipeline& pipeline() {
  // The pipeline is never closed, because some drivers fail if they are used while the process
  // ends.
  static conformance::Pipeline* const one = opened();
  return *one;
}

}  // namespace assay::fuzz
