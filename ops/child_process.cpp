// A child is started by fork and exec, because posix_spawn can neither bind the child's life to its
// parent's nor close descriptors that other code opened. Between fork and exec the child has only
// one thread and may call only functions that a signal handler may call, so everything that needs
// memory is made before the fork.
#include "ops/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "ops/error.h"

namespace assay::ops {
namespace {

constexpr int kStreams = 3;

/// Everything that the child needs between fork and exec. It is made before the fork.
struct Prepared {
  const char* program;
  char* const* words;
  char* const* environment;
  std::array<int, kStreams> streams;
  const std::vector<int>& inherited;
  ::pid_t parent;
  ::sigset_t mask;
  /// The pipe into which the child writes errno if the program cannot be executed.
  int report;
};

[[noreturn]] void give_up(int report) {
  const int error = errno;
  while (::write(report, &error, sizeof error) < 0 && errno == EINTR) {
  }
  ::_exit(127);
}

/// The signal handlers belong to this program, so the child resets them. Ignored signals stay
/// ignored, as after any exec.
void forget_handlers() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action{};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    ::sigaction(number, &action, nullptr);
  }
}

void keep_descriptors(const Prepared& child) {
  // The copies are made above the standard streams, so that no stream is overwritten before it is
  // used.
  std::array<int, kStreams> copies{};
  for (int i = 0; i < kStreams; ++i)
    if ((copies[i] = ::fcntl(child.streams[i], F_DUPFD_CLOEXEC, kStreams)) < 0)
      give_up(child.report);
  for (int i = 0; i < kStreams; ++i)
    if (::dup2(copies[i], i) < 0) give_up(child.report);
  if (::close_range(kStreams, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {
    // This call fails before Linux 5.11. Our own descriptors are closed by exec anyway, and those
    // that other code opened have small numbers.
    constexpr int kSmall = 4096;
    for (int fd = kStreams; fd < kSmall; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  for (const int fd : child.inherited)
    if (::fcntl(fd, F_SETFD, 0) != 0) give_up(child.report);
}

[[noreturn]] void become(const Prepared& child) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the parent ended before the call of prctl, no signal will come.
  if (::getppid() != child.parent) ::_exit(127);
  forget_handlers();
  keep_descriptors(child);
  ::sigprocmask(SIG_SETMASK, &child.mask, nullptr);
  ::execve(child.program, child.words, child.environment);
  give_up(child.report);
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> all;
  for (char** v = environ; *v; ++v)
    if (!changes.contains(std::string(*v, std::strcspn(*v, "=")))) all.emplace_back(*v);
  for (const auto& [name, value] : changes) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

[[noreturn]] void fail(const std::filesystem::path& program, int error) {
  throw Error(fmt::format("cannot start {}: {}", program.string(), std::strerror(error)));
}

}  // namespace

std::string ExitStatus::text() const {
  if (!signal) return fmt::format("exited with status {}", code);
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("ended by SIG{}", name) : fmt::format("ended by signal {}", signal);
}

Pipe::Pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  read = FileDescriptor(ends[0]);
  write = FileDescriptor(ends[1]);
}

ChildProcess::ChildProcess(const ChildOptions& options) {
  std::vector<std::string> words = options.words;
  std::vector<std::string> variables = environment_with(options.environment);
  const std::vector<char*> argv = pointers_to(words), envp = pointers_to(variables);
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Pipe report;
  Prepared child{
      options.program.c_str(), argv.data(), envp.data(), {options.in, options.out, options.err},
      options.inherited,       ::getpid(),  {},          report.write.get()};
  for (int& stream : child.streams)
    if (stream == ChildOptions::kNull) stream = null.get();

  // A process that ignores SIGCHLD never learns how its children ended.
  struct sigaction action{};
  if (::sigaction(SIGCHLD, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
    ::signal(SIGCHLD, SIG_DFL);
  // No signal handler of this program may run in the child.
  ::sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &child.mask);
  pid_ = ::fork();
  if (pid_ == 0) become(child);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &child.mask, nullptr);
  if (pid_ < 0) fail(options.program, error);

  report.write.close();
  int why = 0;
  ::ssize_t got = 0;
  while ((got = ::read(report.read.get(), &why, sizeof why)) < 0 && errno == EINTR) {
  }
  if (got == sizeof why) {
    kill();
    fail(options.program, why);
  }
}

ChildProcess::~ChildProcess() { kill(); }

bool ChildProcess::is_stopped() const {
  ::siginfo_t info{};
  return !status_ &&
         ::waitid(P_PID, static_cast<::id_t>(pid_), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

void ChildProcess::signal(int number) {
  // Until somebody waits for the child, the system gives its process number to no other process.
  if (!status_ && pid_ > 0) ::kill(-pid_, number);
}

std::optional<ExitStatus> ChildProcess::wait(const Deadline& deadline) {
  ::useconds_t pause = 100;
  constexpr ::useconds_t kLongestPause = 10'000;
  while (!status_ && pid_ > 0) {
    ::siginfo_t info{};
    const int how = WEXITED | WNOWAIT | (deadline.is_never() ? 0 : WNOHANG);
    const int failed = ::waitid(P_PID, static_cast<::id_t>(pid_), &info, how);
    if (failed && errno == EINTR) continue;
    if (!failed && info.si_pid != pid_) {
      if (deadline.has_passed()) return std::nullopt;
      ::usleep(pause);
      pause = std::min(2 * pause, kLongestPause);
      continue;
    }
    signal(SIGKILL);
    // If other code has waited for the child, its status is unknown and must not count as success.
    int status = W_EXITCODE(255, 0);
    ::waitpid(pid_, &status, 0);
    status_ =
        WIFSIGNALED(status) ? ExitStatus{0, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
  }
  return status_;
}

std::optional<ExitStatus> ChildProcess::end(double patience) {
  if (!status_ && pid_ > 0) ::kill(pid_, SIGTERM);
  signal(SIGCONT);
  return wait(Deadline(patience)) ? status_ : kill();
}

std::optional<ExitStatus> ChildProcess::kill(double patience) {
  signal(SIGKILL);
  if (!wait(Deadline(patience))) pid_ = -1;
  return status_;
}

}  // namespace assay::ops
