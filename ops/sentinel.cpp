#include "ops/sentinel.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "ops/deadline.h"

namespace assay::ops {
namespace {

constexpr const char* kVariable = "ASSAY_DESCENDS_FROM";

/// What the environment of a process says of whether it descends from the parent.
enum class Descent { kNo, kYes, kUnknown };

/// The descent of the process of this folder of /proc. While a program is being loaded, its
/// environment reads as empty, as it does where a program was started without any.
Descent descent_of(const std::filesystem::path& process, const std::string& variable) {
  std::ifstream file(process / "environ");
  if (!file) return Descent::kNo;
  bool empty = true;
  for (std::string v; std::getline(file, v, '\0'); empty = false)
    if (v == variable) return Descent::kYes;
  // Threads of the kernel and ended processes have no program.
  std::error_code error;
  const bool has_program = !std::filesystem::read_symlink(process / "exe", error).empty();
  return empty && has_program ? Descent::kUnknown : Descent::kNo;
}

/// Kills all processes that were started with the variable. Gives whether it has to be called
/// again: there were any, or a process may be one.
bool kill_all_with(const std::string& variable) {
  bool again = false;
  std::error_code error;
  for (const auto& process : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = process.path().filename();
    if (!std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; }))
      continue;
    const Descent descent = descent_of(process.path(), variable);
    if (descent == Descent::kYes) ::kill(std::atoi(name.c_str()), SIGKILL);
    again = again || descent != Descent::kNo;
  }
  return again;
}

/// The parent of a process; 0 where there is none.
::pid_t parent_of(::pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  // The name, in parentheses, may hold anything. The state and the parent stand behind it.
  const std::size_t name_end = text.rfind(')');
  return name_end + 4 < text.size() ? std::atoi(text.c_str() + name_end + 4) : 0;
}

/// Whether the variable's value is that of a process from which this one descends, and not one that
/// the user set.
bool is_of_ancestor(const char* value, ::pid_t self) {
  const ::pid_t ancestor = std::atoi(value);
  for (::pid_t p = self; p > 1; p = parent_of(p))
    if (p == ancestor) return true;
  return false;
}

[[noreturn]] void watch(::pid_t parent, const std::string& variable) {
  constexpr double kPatience = 2;
  constexpr ::useconds_t kPause = 10'000;
  // Signals that are meant for the parent end only the parent. SIGUSR1 tells of its end.
  ::sigset_t all, end;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::sigemptyset(&end);
  ::sigaddset(&end, SIGUSR1);
  ::setpgid(0, 0);
  ::prctl(PR_SET_NAME, "assay-sentinel");
  ::prctl(PR_SET_PDEATHSIG, SIGUSR1);
  // Who reads from the parent's pipes must not wait for this process.
  ::close_range(0, ~0U, 0);
  while (::getppid() == parent) ::sigwaitinfo(&end, nullptr);
  // A process that is about to end may still start another.
  for (const Deadline deadline(kPatience); !deadline.has_passed() && kill_all_with(variable);)
    ::usleep(kPause);
  ::_exit(0);
}

}  // namespace

void start_sentinel() {
  const ::pid_t self = ::getpid();
  if (const char* given = std::getenv(kVariable); given && is_of_ancestor(given, self)) return;
  std::uint64_t mark = 0;
  if (::getrandom(&mark, sizeof mark, 0) != sizeof mark) return;
  const std::string value = fmt::format("{}-{:016x}", self, mark);
  if (::setenv(kVariable, value.c_str(), 1) != 0) return;
  // This is fork() without a signal at the child's end: a driver that is loaded into this process
  // and waits for any child of its own does not wait for the sentinel.
  if (::syscall(SYS_clone, 0, nullptr, nullptr, nullptr, nullptr) == 0)
    watch(self, fmt::format("{}={}", kVariable, value));
}

}  // namespace assay::ops
