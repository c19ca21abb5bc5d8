#pragma once

#include <csignal>
#include <cstdint>
#include <deque>
#include <optional>
#include <variant>

#include "conformance/run/worker_state.h"
#include "conformance/verdict/verdict.h"
#include "conformance/workers/channel.h"
#include "conformance/workers/lost.h"
#include "conformance/workers/worker_options.h"
#include "conformance/workers/worker_words.h"
#include "opencl/device/device.h"
#include "ops/child_process.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// A worker process, from the parent's side.
class WorkerProcess {
 public:
  /// Starts the worker and waits until its device is open. If that fails, tells WorkerOptions::gone
  /// what the worker said, or how it ended; without that function throws Error. If the wait is cut
  /// off, or gone() was told, reply() tells that the worker was cut off.
  explicit WorkerProcess(const WorkerOptions& options);
  /// Kills the worker.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  const opencl::DeviceInfo& device() const { return device_; }
  int fd() const { return channel_.fd(); }
  pid_t pid() const { return process_->pid(); }
  /// How often the worker was killed from outside before its device was open. It was started again
  /// each time.
  unsigned kills_while_starting() const { return kills_while_starting_; }

  /// Whether the driver builds something now, or may, in a launch of a new kind.
  bool is_building() const;
  /// Whether a worker without an open request was killed from outside.
  bool was_killed_idle();
  /// Whether a new worker should replace this one, because it uses more memory than it may, or has
  /// made `most_first_runs` first launches.
  bool is_worn() const;
  /// Kills the worker because its last reply cannot be understood, or is an error, and gives how it
  /// ended.
  Lost refuse(const std::string& error = {});
  /// Kills the worker without waiting for its end.
  void kill() { process_->signal(SIGKILL); }
  /// Ends a worker without an open request. Gives how it ended, which may have been before.
  Lost retire();

  /// Sends a request. If the worker is gone, reply() tells that. `most`: seconds that it may take
  /// on the device, where that is less than its limit.
  void send(Message request, std::optional<double> most = {});
  /// The reply to the earliest open request, or how the worker ended; after the end, always that.
  /// Waits until there is one of them, and kills a worker that exceeds its limit, answers a request
  /// that was not the earliest, or says what is no message or only a part of one. With `wait`
  /// false, gives nothing if the worker is still busy.
  std::optional<std::variant<Message, Lost>> reply(bool wait = true);

 private:
  void start();
  void clear();
  void give_up(const std::string& why);
  /// Kills the worker if it is stopped, or stays in a stage, for longer than it may.
  std::optional<Lost> overrun();
  Lost killed_after(double limit, Stage stage);
  /// How a worker ended whose channel is over; nothing if it has not ended yet.
  std::optional<Lost> ended();
  /// Kills a worker that answered another request than the earliest, or said what is no message.
  Lost answered_wrongly();
  Lost cut();

  const WorkerOptions& options_;
  WorkerState* state_ = nullptr;
  WorkerWords words_;
  std::optional<ops::ChildProcess> process_;
  Channel channel_;
  struct Request {
    std::uint64_t number;
    std::optional<double> most;
  };
  /// The requests without a reply. The start is the first one, with the number 0.
  std::deque<Request> asked_;
  std::uint64_t last_number_ = 0;
  /// The time since the last request; and since the worker was last seen not to be stopped.
  ops::Stopwatch since_asked_, since_awake_;
  /// The time since the channel was seen to be over.
  std::optional<ops::Stopwatch> since_over_;
  opencl::DeviceInfo device_;
  std::optional<Lost> lost_;
  unsigned kills_while_starting_ = 0;
};

}  // namespace assay::conformance
