#include "ops/orphans.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "ops/deadline.h"

namespace assay::ops {
namespace {

/// The children of all threads of this process, as Linux tells them. None where it does not.
std::vector<::pid_t> children() {
  std::vector<::pid_t> found;
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(thread.path() / "children");
    for (::pid_t pid = 0; file >> pid;) found.push_back(pid);
  }
  return found;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_orphans() {
  constexpr double kPatience = 2;
  constexpr ::useconds_t kPause = 1000;
  // When an orphan ends, its own children become orphans.
  for (const Deadline deadline(kPatience); !deadline.has_passed(); ::usleep(kPause)) {
    for (const ::pid_t pid : children()) ::kill(pid, SIGKILL);
    ::pid_t ended = 0;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG | __WALL)) > 0) {
    }
    if (ended < 0) return;
  }
}

}  // namespace assay::ops
