// Drivers apart: several of them in one process share symbols of LLVM, signal handlers and luck.
#include "conformance/workers/drivers.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "conformance/run/device_json.h"
#include "conformance/workers/channel.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

constexpr const char* kVendors = "OCL_ICD_VENDORS";
constexpr int kPatienceMilliseconds = 60'000;

/// In the child: says what devices there are, and ends.
[[noreturn]] void tell(const std::filesystem::path& icd, int fd) {
  ::setenv(kVendors, icd.c_str(), 1);
  try {
    Json devices = Json::array();
    for (const opencl::DeviceInfo& d : opencl::list_devices()) devices.push_back(device_to_json(d));
    Channel(fd).send({Json{{"devices", std::move(devices)}}, {}});
  } catch (const std::exception&) {
    // The parent is told by the silence; what it was doing is not to be done here, too.
  }
  // What the driver does at its end is its own affair.
  ::_exit(0);
}

Driver ask(const std::filesystem::path& icd) {
  Driver driver{icd, {}, {}};
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(fmt::format("cannot look at drivers: {}", std::strerror(errno)));
  const pid_t child = ::fork();
  if (child < 0) throw Error(fmt::format("cannot look at drivers: {}", std::strerror(errno)));
  if (child == 0) tell(icd, ends[1]);
  ::close(ends[1]);
  Channel channel(ends[0]);
  pollfd p{channel.fd(), POLLIN, 0};
  const bool spoke = ::poll(&p, 1, kPatienceMilliseconds) > 0;
  const auto message = spoke ? channel.receive() : std::nullopt;
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (message) {
    for (const Json& d : message->json.at("devices")) driver.devices.push_back(device_from_json(d));
  } else if (!spoke) {
    driver.trouble = "does not say in 60 s which devices it has";
  } else {
    driver.trouble = WIFSIGNALED(status) ? fmt::format("dies of {} when asked for its devices",
                                                       ::strsignal(WTERMSIG(status)))
                                         : "ends when asked for its devices";
  }
  return driver;
}

}  // namespace

std::vector<std::filesystem::path> icd_files() {
  std::vector<std::filesystem::path> icds;
  if (std::getenv("OCL_ICD_FILENAMES")) return icds;
  const char* folder = std::getenv(kVendors);
  std::error_code none;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder ? folder : "/etc/OpenCL/vendors", none))
    if (entry.path().extension() == ".icd") icds.push_back(std::filesystem::absolute(entry.path()));
  std::sort(icds.begin(), icds.end());
  return icds;
}

std::vector<Driver> list_drivers(const std::vector<std::filesystem::path>& icds) {
  std::vector<Driver> drivers;
  for (const auto& icd : icds) drivers.push_back(ask(icd));
  return drivers;
}

void keep_to_driver_of(const std::string& device) {
  const std::vector<std::filesystem::path> icds = icd_files();
  if (icds.size() < 2) return;
  for (const auto& icd : icds) {
    const Driver driver = ask(icd);
    const bool has = std::any_of(driver.devices.begin(), driver.devices.end(),
                                 [&](const auto& d) { return d.is_named(device); });
    if (!has) continue;
    ::setenv(kVendors, icd.c_str(), 1);
    return;
  }
}

}  // namespace assay::conformance
