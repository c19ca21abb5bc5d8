#pragma once

#include <optional>
#include <variant>

#include "conformance/run/worker_state.h"
#include "conformance/verdict/verdict.h"
#include "conformance/workers/channel.h"
#include "conformance/workers/worker.h"
#include "opencl/device/device.h"
#include "ops/child_process.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// How workers are started, and how long they may take.
struct WorkerOptions {
  WorkerSetup setup;
  /// Seconds for one batch on the device; and for one build, or the first launch of its kind, at
  /// which drivers may build still (at least `timeout`).
  double timeout = 60, build_timeout = 120;
  /// Seconds that a worker may be silent at what is its own work and not the driver's.
  double host_timeout = 300;
  /// After so many launches at which a driver may compile, another worker takes a worker's place:
  /// of most, drivers keep something as long as the process lives (PoCL a library).
  std::uint64_t most_first_runs = 3000;
  /// What the driver writes to stderr is appended here; unset, the last of it is kept for verdicts.
  std::optional<std::filesystem::path> log;
  /// The program, whose `worker` subcommand is a worker.
  std::filesystem::path program = "/proc/self/exe";

  /// Lowers the limits so that a hang shows within a budget of so many seconds: to half of it,
  /// though not below 30 s.
  void keep_within(double budget);
  /// Seconds that a worker may spend at a stage.
  double limit(Stage stage) const;
};

/// So often in a row a kill from outside is taken for one, and the work redone; or a worker that
/// was not yet at work started again.
constexpr unsigned kKillsBelieved = 10, kStartsKilled = 100;

/// How a request ended, where not in a reply.
struct Lost {
  Ending ending;
  /// Killed (SIGKILL or SIGTERM, not ours) or stopped from outside: no fault of the driver's.
  bool from_outside = false;
};

/// A worker process, from the parent's side.
class WorkerProcess {
 public:
  /// Starts it, and waits until its device is open. Throws Error where that fails: what the worker
  /// said, or how it ended.
  explicit WorkerProcess(const WorkerOptions& options);
  /// Kills it.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  const opencl::DeviceInfo& device() const { return device_; }
  int fd() const { return channel_.fd(); }
  pid_t pid() const { return process_->pid(); }
  /// How often it was killed from outside before its device was open, and started again.
  unsigned kills_while_starting() const { return kills_while_starting_; }

  /// Whether a worker that was asked nothing is gone, killed from outside.
  bool was_killed_idle();
  /// Whether a new one should take its place: it has more than its share of memory, or has made
  /// so many first runs.
  bool is_worn() const;
  /// Ends a worker that was asked nothing. Whether it was killed from outside before that.
  bool retire();

  /// Sends a request. Where the worker is gone, the reply tells.
  void send(const Message& request);
  /// The reply to the last request, or how the worker ended (from then on always that). Waits until
  /// there is one or the other; a worker that overruns its limit is killed. With `wait` false,
  /// nothing where it is still busy.
  std::optional<std::variant<Message, Lost>> reply(bool wait = true);

 private:
  void start();
  void clear();
  /// Kills the worker where it is stopped, or is at a stage, for longer than it may.
  std::optional<Lost> overrun();
  Lost killed_after(double limit, Stage stage);
  Lost ended(double patience);
  std::string last_words() const;
  /// What a driver writes to stderr is kept in memory, and bounded.
  void forget_old_words() const;

  const WorkerOptions& options_;
  WorkerState* state_ = nullptr;
  ops::FileDescriptor stderr_;
  std::optional<ops::ChildProcess> process_;
  Channel channel_;
  /// Requests that were not replied to; the first is to start.
  unsigned asked_ = 0;
  /// Since the last request; and since the worker was last seen not to be stopped.
  ops::Stopwatch since_asked_, since_awake_;
  opencl::DeviceInfo device_;
  std::optional<Lost> lost_;
  unsigned kills_while_starting_ = 0;
};

}  // namespace assay::conformance
