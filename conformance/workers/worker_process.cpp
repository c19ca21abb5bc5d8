// The parent's side of a worker: its start, its time limits, and how it ended.
#include "conformance/workers/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include "conformance/run/device_json.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"
#include "ops/pauses.h"

namespace assay::conformance {
namespace {

constexpr double kPollSeconds = 0.05;
/// Seconds in which a worker that has nothing else to do must end, or take a request; and in which
/// it must go on with a message that it has begun.
constexpr double kGraceSeconds = 10;
/// Seconds for which a killed worker is waited for. One that hangs within the system stays.
constexpr double kKillSeconds = 1;

[[noreturn]] void fail(const char* what) {
  throw Error(fmt::format("cannot start a worker: {}: {}", what, std::strerror(errno)));
}

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::Starting:
      return "starting";
    case Stage::Building:
      return "building";
    case Stage::FirstRun:
    case Stage::Running:
    case Stage::Preparing:
      return "running";
    case Stage::Refusing:
      return "creating from an invalid descriptor";
    case Stage::Idle:
      break;
  }
  return "";
}

/// The resident memory of a process; 0 if the system does not say.
std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerOptions& options) : options_(options) {
  ops::seconds_since_pause();
  start();
  auto hello = reply();
  for (OutsideKills kills(kStartsKilled); std::holds_alternative<Lost>(*hello); hello = reply()) {
    if (lost_->cut_off) return;
    if (!kills.believes(*lost_)) {
      Judgement j;
      j.verdict = Verdict::Crashed;
      j.ending = lost_->ending;
      give_up(options.setup.backend
                  ? fmt::format("--backend {}: cannot be loaded: a worker {}",
                                options.setup.backend->string(), j.text())
                  : fmt::format("the driver cannot be started: a worker {}", j.text()));
      return;
    }
    ++kills_while_starting_;
    clear();
    start();
  }
  const Message& message = std::get<Message>(*hello);
  if (const std::string error = error_of(message); !error.empty())
    give_up(error);
  else
    device_ = device_from_json(message.json.at("device"));
  if (lost_ || !options_.opened) return;
  if (const std::string other = difference(*options_.opened, device_); !other.empty())
    give_up("a worker opened another device than the first: " + other);
}

void WorkerProcess::give_up(const std::string& why) {
  lost_ = cut();
  if (options_.gone) return options_.gone(why);
  clear();
  throw Error(why);
}

WorkerProcess::~WorkerProcess() { clear(); }

void WorkerProcess::clear() {
  if (process_) process_->kill(kKillSeconds);
  process_.reset();
  if (state_) ::munmap(std::exchange(state_, nullptr), sizeof(WorkerState));
  lost_.reset();
  since_over_.reset();
}

void WorkerProcess::start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  channel_ = Channel(ends[0], Channel::kLongestReply);
  const ops::FileDescriptor other_end(ends[1]);
  const ops::FileDescriptor state(
      ::memfd_create("assay-worker-state", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  words_ = WorkerWords(options_.log);
  if (!state || ::ftruncate(state.get(), sizeof(WorkerState)) != 0 ||
      // This process would end by SIGBUS if a driver cut the file short.
      ::fcntl(state.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    fail("memfd_create");
  void* memory =
      ::mmap(nullptr, sizeof(WorkerState), PROT_READ | PROT_WRITE, MAP_SHARED, state.get(), 0);
  if (memory == MAP_FAILED) fail("mmap");
  state_ = new (memory) WorkerState;
  state_->enter(Stage::Starting);

  std::vector<std::string> words{"assay",     "worker",
                                 "--channel", std::to_string(other_end.get()),
                                 "--state",   std::to_string(state.get())};
  const WorkerSetup& setup = options_.setup;
  if (!setup.device.empty()) words.insert(words.end(), {"--device", setup.device});
  if (setup.kernels) words.insert(words.end(), {"--kernels", setup.kernels->string()});
  if (setup.backend) words.insert(words.end(), {"--backend", setup.backend->string()});
  if (setup.memory) words.insert(words.end(), {"--memory", std::to_string(*setup.memory)});
  for (const std::string& check : setup.without) words.insert(words.end(), {"--without", check});
  if (setup.specs) words.insert(words.begin() + 1, {"--specs", setup.specs->string()});
  process_.emplace(ops::ChildOptions{.program = options_.program,
                                     .words = std::move(words),
                                     .err = words_.fd(),
                                     .inherited = {other_end.get(), state.get()}});
  asked_ = {{0, std::nullopt}};
  last_number_ = 0;
  since_asked_.lap();
  since_awake_.lap();
}

void WorkerProcess::send(Message request, std::optional<double> most) {
  if (lost_) return;
  asked_.push_back({++last_number_, most});
  request.json["number"] = last_number_;
  since_asked_.lap();
  // If the worker does not take the request in time, the channel is shut, and reply() tells how it
  // ended.
  if (!channel_.send(request, ops::Deadline(kGraceSeconds), options_.go_on) && options_.go_on &&
      !options_.go_on())
    lost_ = cut();
}

std::optional<std::variant<Message, Lost>> WorkerProcess::reply(bool wait) {
  while (!lost_) {
    if (auto message = channel_.receive(ops::Deadline(wait ? kPollSeconds : 0))) {
      // A driver that forks may have two processes that answer.
      if (asked_.empty() || number_of(*message) != asked_.front().number) {
        lost_ = answered_wrongly();
        break;
      }
      asked_.pop_front();
      return std::move(*message);
    }
    // What a driver forked may keep the channel open after the worker's end.
    if (!channel_.is_over() && process_->wait(ops::Deadline(0))) channel_.shut();
    lost_ = channel_.is_refused() ? answered_wrongly() : channel_.is_over() ? ended() : overrun();
    if (!lost_ && !wait) return std::nullopt;
    if (!lost_ && options_.go_on && !options_.go_on()) lost_ = cut();
  }
  return *lost_;
}

bool WorkerProcess::was_killed_idle() {
  const auto end = reply(false);
  const Lost* lost = end ? std::get_if<Lost>(&*end) : nullptr;
  return lost && lost->from_outside;
}

std::optional<Lost> WorkerProcess::overrun() {
  words_.forget_old();
  if (!process_->is_stopped()) since_awake_.lap();
  // Where this process was stopped or frozen, the worker likely was, too.
  const double most_taken = ops::seconds_since_pause();
  if (std::min(since_awake_.seconds(), most_taken) > options_.timeout) {
    Lost lost = killed_after(options_.timeout, Stage::Idle);
    lost.from_outside = true;
    return lost;
  }
  const Stage stage = state_->stage.load(std::memory_order_acquire);
  if (std::min(channel_.seconds_in_part(), most_taken) > kGraceSeconds)
    return killed_after(kGraceSeconds, stage);
  if (stage == Stage::Idle && asked_.empty()) return std::nullopt;
  double limit = options_.limit(stage);
  const bool on_device = stage == Stage::Building || stage == Stage::FirstRun ||
                         stage == Stage::Running || stage == Stage::Refusing;
  if (on_device && !asked_.empty() && asked_.front().most)
    limit = std::min(limit, *asked_.front().most);
  double taken = std::min(state_->seconds(), most_taken);
  if (stage == Stage::Idle) taken = std::min(taken, since_asked_.seconds());
  if (taken <= limit) return std::nullopt;
  return killed_after(limit, stage);
}

Lost WorkerProcess::killed_after(double limit, Stage stage) {
  Lost lost;
  lost.from_outside = process_->is_stopped();
  lost.ending = {.limit = limit, .stage = stage_name(stage), .last_words = words_.last()};
  process_->kill();
  return lost;
}

std::optional<Lost> WorkerProcess::ended() {
  // The channel closes before the process has ended, and a driver may hang while the process ends.
  // A worker whose channel is shut has nothing left to do.
  const double patience = channel_.is_shut() ? kGraceSeconds : options_.timeout;
  if (!since_over_) since_over_.emplace();
  const auto status = process_->wait(ops::Deadline(kPollSeconds));
  const Stage stage = state_->stage.load(std::memory_order_acquire);
  if (!status && since_over_->seconds() < patience) return std::nullopt;
  if (!status) return killed_after(patience, stage);
  Lost lost;
  lost.ending = {.signal = status->signal,
                 .status = status->code,
                 .stage = stage_name(stage),
                 .last_words = words_.last()};
  lost.from_outside = status->signal == SIGKILL || status->signal == SIGTERM;
  return lost;
}

Lost WorkerProcess::answered_wrongly() {
  process_->kill();
  Lost lost;
  lost.ending = {.stage = stage_name(state_->stage.load(std::memory_order_acquire)),
                 .last_words = words_.last(),
                 .answered_wrongly = true};
  return lost;
}

Lost WorkerProcess::refuse(const std::string& error) {
  lost_ = answered_wrongly();
  lost_->ending.error = error;
  return *lost_;
}

Lost WorkerProcess::cut() {
  process_->kill(kKillSeconds);
  Lost lost;
  lost.cut_off = true;
  return lost;
}

bool WorkerProcess::is_building() const {
  const Stage stage = state_ ? state_->stage.load(std::memory_order_acquire) : Stage::Idle;
  return stage == Stage::Building || stage == Stage::FirstRun;
}

bool WorkerProcess::is_worn() const {
  if (state_->first_runs.load(std::memory_order_relaxed) >= options_.most_first_runs) return true;
  return options_.setup.memory && resident_bytes(pid()) > *options_.setup.memory;
}

Lost WorkerProcess::retire() {
  const bool early = lost_ || process_->wait(ops::Deadline(0));
  if (!lost_) channel_.shut();
  while (!lost_)
    if (lost_ = ended(); !lost_ && options_.go_on && !options_.go_on()) lost_ = cut();
  lost_->early = early;
  return *lost_;
}

}  // namespace assay::conformance
