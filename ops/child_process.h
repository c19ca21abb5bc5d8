#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ops/deadline.h"
#include "ops/file_descriptor.h"

namespace assay::ops {

/// Says how a process ended.
struct ExitStatus {
  /// The exit code; 0 if a signal ended the process.
  int code = 0;
  /// The signal that ended the process, or 0.
  int signal = 0;

  /// The status as text: `exited with status 3`, `ended by SIGSEGV`.
  std::string text() const;
  /// The number that a shell reports: the exit code, or 128 plus the signal.
  int shell_code() const { return signal ? 128 + signal : code; }
};

/// These options say how a child process is started.
struct ChildOptions {
  /// This value stands for /dev/null.
  static constexpr int kNull = -1;

  /// The file that is executed.
  std::filesystem::path program;
  /// The words of the command line. The first one is the name that the program is called by.
  std::vector<std::string> words;
  /// Variables that are added to this process's environment, or that replace its values, for the
  /// child.
  std::map<std::string, std::string> environment = {};
  /// The descriptors that become the child's standard streams.
  int in = kNull, out = kNull, err = kNull;
  /// The descriptors of this process that the child keeps, under the same numbers. It inherits no
  /// others.
  std::vector<int> inherited = {};
};

/// Another program that this process starts. The child leads a process group of its own, so a
/// terminal's Ctrl-C does not reach it. The child is killed when the thread that started it ends.
/// When the child ends, all other processes of its group are killed.
class ChildProcess {
 public:
  /// Throws Error if the program cannot be executed.
  explicit ChildProcess(const ChildOptions& options);
  /// Kills the process.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  ::pid_t pid() const { return pid_; }
  /// Whether the process was stopped (for example by SIGSTOP) and has not been continued.
  bool is_stopped() const;
  /// Sends a signal to the group if the process has not been waited for.
  void signal(int number);
  /// Waits for the process to end. Returns nothing if it still runs at the deadline.
  std::optional<ExitStatus> wait(const Deadline& deadline = Deadline::never());
  /// Asks the process to end (SIGTERM), and kills it if it still runs `patience` seconds later.
  /// What the process has started, such as a driver's linker, is not asked: it works until the
  /// process ends, and is killed then.
  std::optional<ExitStatus> end(double patience);
  /// Kills the process. Returns nothing if it hangs within the system and does not end within
  /// `patience` seconds even then; it is then abandoned.
  std::optional<ExitStatus> kill(double patience = 10);

 private:
  ::pid_t pid_ = -1;
  std::optional<ExitStatus> status_;
};

/// The two ends of a pipe. No other program inherits them unless ChildOptions says so.
struct Pipe {
  /// Throws Error if the system has no pipe left.
  Pipe();
  FileDescriptor read, write;
};

}  // namespace assay::ops
