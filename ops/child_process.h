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

/// How a process ended.
struct ExitStatus {
  /// The exit code; 0 where a signal ended the process.
  int code = 0;
  /// The signal that ended the process, or 0.
  int signal = 0;

  /// `exited with status 3`, `ended by SIGSEGV`.
  std::string text() const;
  /// As a shell tells it: the exit code, or 128 and the signal.
  int shell_code() const { return signal ? 128 + signal : code; }
};

/// What a child process is started with.
struct ChildOptions {
  /// Stands for /dev/null.
  static constexpr int kNull = -1;

  /// The file that is executed.
  std::filesystem::path program;
  /// The words of its command line; the first is the name that it is called by.
  std::vector<std::string> words;
  /// The variables in which its environment differs from ours.
  std::map<std::string, std::string> environment = {};
  /// What its standard streams are.
  int in = kNull, out = kNull, err = kNull;
  /// The descriptors of ours that it has, by the same numbers. It has no others.
  std::vector<int> inherited = {};
};

/// Another program that this process starts. It leads a process group of its own, so a terminal's
/// Ctrl-C does not reach it. It is killed when the thread that started it ends. When it ends,
/// whatever is left of its group is killed.
class ChildProcess {
 public:
  /// Throws Error where the program cannot be executed.
  explicit ChildProcess(const ChildOptions& options);
  /// Kills it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  ::pid_t pid() const { return pid_; }
  /// Whether it was stopped, as by SIGSTOP, and does not go on.
  bool is_stopped() const;
  /// Sends a signal to its group, where it still runs.
  void signal(int number);
  /// Waits for its end. Nothing where it runs beyond the deadline.
  std::optional<ExitStatus> wait(const Deadline& deadline = Deadline::never());
  /// Asks it to end (SIGTERM), and kills it where it runs for so many seconds more.
  std::optional<ExitStatus> end(double patience);
  /// Nothing where it does not even end of that: it hangs within the system. Then it is left.
  std::optional<ExitStatus> kill();

 private:
  ::pid_t pid_ = -1;
  std::optional<ExitStatus> status_;
};

/// The two ends of a pipe, which no program inherits unasked.
struct Pipe {
  /// Throws Error where there is none to be had.
  Pipe();
  FileDescriptor read, write;
};

}  // namespace assay::ops
