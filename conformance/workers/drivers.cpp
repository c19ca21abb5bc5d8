// Each driver is asked in a process of its own. Several drivers in one process can disturb each
// other, since they share symbols of LLVM and signal handlers.
#include "conformance/workers/drivers.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <optional>
#include <utility>

#include "conformance/run/device_json.h"
#include "conformance/workers/channel.h"
#include "opencl/program/kernel_cache.h"
#include "ops/child_process.h"
#include "ops/error.h"
#include "ops/file_descriptor.h"

namespace assay::conformance {
namespace {

using specs::Json;

constexpr const char* kVendors = "OCL_ICD_VENDORS";
constexpr const char* kFileNames = "OCL_ICD_FILENAMES";

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value && *value;
}

/// A driver that is asked for its devices by a process of its own.
class Asked {
 public:
  Asked(std::filesystem::path icd, const DriverQuestion& question)
      : icd_(std::move(icd)), question_(question), deadline_(question.timeout) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw Error(fmt::format("cannot look at drivers: {}", std::strerror(errno)));
    channel_ = Channel(ends[0]);
    const ops::FileDescriptor other_end(ends[1]);
    process_.emplace(
        ops::ChildOptions{.program = question.program,
                          .words = {"assay", "driver", "--channel", std::to_string(ends[1])},
                          .environment = {{kVendors, icd_.string()}},
                          .err = STDERR_FILENO,
                          .inherited = {ends[1]}});
  }

  /// Waits for the answer.
  Driver answer() {
    Driver driver{icd_, {}, {}};
    if (const auto message = receive()) {
      for (const Json& d : message->json.at("devices"))
        driver.devices.push_back(device_from_json(d));
      driver.trouble = message->json.at("trouble");
      return driver;
    }
    driver.trouble = trouble();
    return driver;
  }

 private:
  /// Why there is no answer.
  std::string trouble() {
    const auto status = channel_.is_over() ? process_->wait(patience()) : std::nullopt;
    if (status && status->signal)
      return fmt::format("dies of {} when asked for its devices", ::strsignal(status->signal));
    if (status) return "ends when asked for its devices";
    if (!may_go_on()) return "did not say which devices it has before the run was to end";
    return fmt::format("does not say in {} s which devices it has", question_.timeout);
  }
  /// A process that closed the channel is mostly about to end.
  ops::Deadline patience() const {
    constexpr double kMost = 1;
    return ops::Deadline(std::min(kMost, deadline_.left()));
  }
  bool may_go_on() const { return !question_.go_on || question_.go_on(); }
  /// Looks at least once: while another driver was waited for, this one may have answered, and its
  /// deadline may have passed.
  std::optional<Message> receive() {
    constexpr double kPollSeconds = 0.05;
    while (true) {
      auto message = channel_.receive(ops::Deadline(std::min(kPollSeconds, deadline_.left())));
      if (message || channel_.is_over() || deadline_.has_passed() || !may_go_on()) return message;
    }
  }

  std::filesystem::path icd_;
  const DriverQuestion& question_;
  ops::Deadline deadline_;
  Channel channel_;
  std::optional<ops::ChildProcess> process_;
};

std::deque<Asked> ask_all(const std::vector<std::filesystem::path>& icds,
                          const DriverQuestion& question) {
  std::deque<Asked> asked;
  for (const auto& icd : icds) asked.emplace_back(icd, question);
  return asked;
}

/// Whether the file of the OpenCL loader has a text. The Khronos Group's loader has the names of
/// variables that other loaders do not know.
bool loader_has(std::string_view text) {
  Dl_info loader{};
  if (::dladdr(reinterpret_cast<void*>(&clGetPlatformIDs), &loader) == 0) return false;
  std::ifstream file(loader.dli_fname, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return bytes.find(text) != bytes.npos;
}

/// Why the loader passes over the library that an `.icd` file names, as the dynamic linker says it.
/// Empty if the library is a driver with a platform.
std::string trouble_of(const std::filesystem::path& icd) {
  std::ifstream file(icd);
  std::string library;
  if (!(file >> library)) return "names no library";
  void* const loaded = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (loaded && ::dlsym(loaded, "clGetExtensionFunctionAddress"))
    return opencl::count_platforms() > 0 ? trouble_of_cache() : "offers no platform";
  const char* const reason = ::dlerror();
  return fmt::format("cannot be loaded: {}", reason ? reason : library);
}

/// Why a file of the size of some kernels cannot be written. The file is removed.
std::error_code error_of_writing(const std::filesystem::path& path) {
  const std::string some(1 << 20, 'x');
  const ops::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  int error = file ? 0 : errno;
  for (std::size_t at = 0; at < some.size() && error == 0;) {
    const ::ssize_t written = ::write(file.get(), some.data() + at, some.size() - at);
    if (written < 0 && errno != EINTR) error = errno;
    if (written > 0) at += static_cast<std::size_t>(written);
  }
  if (file) ::unlink(path.c_str());
  return {error, std::generic_category()};
}

}  // namespace

std::vector<std::filesystem::path> icd_files() {
  std::vector<std::filesystem::path> icds;
  if (is_set(kFileNames) && loader_has(kFileNames)) return icds;
  std::string folder = "/etc/OpenCL/vendors";
  // The loader takes the first of these variables that is not empty.
  for (const char* name : {"OPENCL_VENDOR_PATH", kVendors})
    if (const char* given = std::getenv(name); given && *given) folder = given;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".icd") icds.push_back(std::filesystem::absolute(entry.path()));
  std::sort(icds.begin(), icds.end());
  return icds;
}

std::vector<Driver> list_drivers(const std::vector<std::filesystem::path>& icds,
                                 const DriverQuestion& question) {
  std::vector<Driver> drivers;
  for (Asked& asked : ask_all(icds, question)) drivers.push_back(asked.answer());
  return drivers;
}

std::vector<Driver> keep_to_driver_of(const std::string& device, const DriverQuestion& question) {
  std::vector<Driver> troubled;
  if (is_set(kFileNames) && !loader_has(kFileNames))
    troubled.push_back({kFileNames, {}, "is set, but this OpenCL loader does not read it"});
  const std::vector<std::filesystem::path> icds = icd_files();
  if (icds.size() < 2) return troubled;
  using Named = opencl::DeviceInfo::Named;
  Named named = Named::No;
  std::filesystem::path kept;
  for (Asked& asked : ask_all(icds, question)) {
    Driver driver = asked.answer();
    Named most = Named::No;
    for (const opencl::DeviceInfo& d : driver.devices) most = std::max(most, d.named_by(device));
    if (most > named) named = most, kept = driver.icd;
    if (!driver.trouble.empty()) troubled.push_back(std::move(driver));
    // If a device was named, trouble with the other drivers does not matter.
    if (named == Named::Whole && !device.empty()) break;
  }
  if (!kept.empty()) ::setenv(kVendors, kept.c_str(), 1);
  return troubled;
}

std::string trouble_of_cache() {
  const bool is_given = is_set("POCL_CACHE_DIR");
  const std::filesystem::path folder =
      is_given ? std::filesystem::path(std::getenv("POCL_CACHE_DIR")) : opencl::kernel_caches();
  std::error_code error;
  if (!is_given && !std::filesystem::exists(folder, error)) return {};
  std::filesystem::create_directories(folder, error);
  if (!error && !std::filesystem::is_directory(folder, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error) error = error_of_writing(folder / fmt::format("assay-{}", ::getpid()));
  if (!error) return {};
  return fmt::format("{} {} cannot be written: {}", is_given ? "POCL_CACHE_DIR" : "PoCL's cache",
                     folder.string(), error.message());
}

std::string why_no_device() {
  std::string why = trouble_of_cache();
  for (const std::filesystem::path& icd : icd_files())
    if (const std::string trouble = trouble_of(icd); !trouble.empty())
      why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", icd.string(), trouble);
  return why;
}

void driver_main(int channel_fd) {
  Json devices = Json::array();
  std::string trouble;
  std::optional<opencl::CallFailure> refused;
  for (const opencl::DeviceInfo& d : opencl::list_devices(&refused))
    devices.push_back(device_to_json(d));
  if (refused)
    trouble = "does not say which devices it has: " + refused->text();
  else if (const char* const icd = std::getenv(kVendors); icd && devices.empty())
    trouble = trouble_of(icd);
  Channel(channel_fd).send({Json{{"devices", std::move(devices)}, {"trouble", trouble}}, {}});
  // End without the driver's own clean-up, whose failures do not matter here.
  ::_exit(0);
}

}  // namespace assay::conformance
