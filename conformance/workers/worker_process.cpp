// The parent's side of a worker: fork and exec, limits, and the post-mortem.
#include "conformance/workers/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include "conformance/run/device_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr double kPollSeconds = 0.05;
constexpr std::size_t kLastWords = 2000;
/// For a process to be gone that has nothing left to do.
constexpr double kGraceSeconds = 10;

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

/// 0 where the system does not say.
std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void WorkerOptions::keep_within(double budget) {
  const double most = std::max(budget / 2, 30.0);
  timeout = std::min(timeout, most);
  build_timeout = std::min(build_timeout, most);
}

double WorkerOptions::limit(Stage stage) const {
  switch (stage) {
    case Stage::Starting:
    case Stage::Building:
      return build_timeout;
    case Stage::FirstRun:
      return std::max(timeout, build_timeout);
    case Stage::Running:
    case Stage::Refusing:
      return timeout;
    case Stage::Preparing:
    case Stage::Idle:
      break;
  }
  return HUGE_VAL;
}

WorkerProcess::WorkerProcess(const WorkerOptions& options) : options_(options) {
  start();
  auto hello = reply();
  for (; std::holds_alternative<Lost>(*hello); hello = reply()) {
    if (!lost_->from_outside || kills_while_starting_ == kStartsKilled) {
      Judgement j;
      j.verdict = Verdict::Crashed;
      j.ending = lost_->ending;
      throw Error(options.setup.backend
                      ? fmt::format("--backend {}: cannot be loaded: a worker {}",
                                    options.setup.backend->string(), j.text())
                      : fmt::format("the driver cannot be started: a worker {}", j.text()));
    }
    ++kills_while_starting_;
    clear();
    start();
  }
  const Message& message = std::get<Message>(*hello);
  if (message.json.contains("error")) {
    clear();
    throw Error(message.json["error"].get<std::string>());
  }
  device_ = device_from_json(message.json.at("device"));
}

WorkerProcess::~WorkerProcess() { clear(); }

void WorkerProcess::clear() {
  kill();
  if (state_) ::munmap(std::exchange(state_, nullptr), sizeof(WorkerState));
  if (stderr_fd_ >= 0) ::close(std::exchange(stderr_fd_, -1));
  lost_.reset();
}

void WorkerProcess::start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  channel_ = Channel(ends[0]);
  const int state_fd = ::memfd_create("assay-worker-state", MFD_CLOEXEC);
  stderr_fd_ = options_.log ? ::open(options_.log->c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)
                            : ::memfd_create("assay-worker-stderr", MFD_CLOEXEC);
  if (stderr_fd_ < 0 && options_.log)
    throw Error(fmt::format("{}: {}", options_.log->string(), std::strerror(errno)));
  if (state_fd < 0 || stderr_fd_ < 0 || ::fcntl(stderr_fd_, F_SETFL, O_APPEND) != 0 ||
      ::ftruncate(state_fd, sizeof(WorkerState)) != 0)
    fail("memfd_create");
  void* memory =
      ::mmap(nullptr, sizeof(WorkerState), PROT_READ | PROT_WRITE, MAP_SHARED, state_fd, 0);
  if (memory == MAP_FAILED) fail("mmap");
  state_ = new (memory) WorkerState;
  state_->enter(Stage::Starting);

  std::vector<std::string> words{
      "assay", "worker", "--channel", std::to_string(ends[1]), "--state", std::to_string(state_fd)};
  const WorkerSetup& setup = options_.setup;
  if (!setup.device.empty()) words.insert(words.end(), {"--device", setup.device});
  if (setup.kernels) words.insert(words.end(), {"--kernels", setup.kernels->string()});
  if (setup.backend) words.insert(words.end(), {"--backend", setup.backend->string()});
  if (setup.memory) words.insert(words.end(), {"--memory", std::to_string(*setup.memory)});
  for (const std::string& check : setup.without) words.insert(words.end(), {"--without", check});
  if (setup.specs) words.insert(words.begin() + 1, {"--specs", setup.specs->string()});
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);

  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) {
    ::fcntl(ends[1], F_SETFD, 0);
    ::fcntl(state_fd, F_SETFD, 0);
    ::dup2(stderr_fd_, STDERR_FILENO);
    const int null = ::open("/dev/null", O_RDWR);
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    ::execv(options_.program.c_str(), argv.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  ::close(state_fd);
}

void WorkerProcess::send(const Message& request) { channel_.send(request); }

std::optional<std::variant<Message, Lost>> WorkerProcess::reply(bool wait) {
  while (!lost_) {
    pollfd p{channel_.fd(), POLLIN, 0};
    const int ready = ::poll(&p, 1, wait ? static_cast<int>(kPollSeconds * 1000) : 0);
    if (ready > 0) {
      if (auto message = channel_.receive()) return std::move(*message);
      lost_ = ended(options_.timeout);
      break;
    }
    lost_ = overrun();
    if (!lost_ && !wait) return std::nullopt;
  }
  return *lost_;
}

bool WorkerProcess::was_killed_idle() {
  const auto end = reply(false);
  const Lost* lost = end ? std::get_if<Lost>(&*end) : nullptr;
  return lost && lost->from_outside;
}

std::optional<Lost> WorkerProcess::overrun() {
  forget_old_words();
  const Stage stage = state_->stage.load(std::memory_order_acquire);
  const double limit = options_.limit(stage);
  const std::uint64_t since = state_->since.load(std::memory_order_relaxed);
  const double taken = static_cast<double>(monotonic_nanoseconds() - since) * 1e-9;
  if (taken <= limit) return std::nullopt;
  Lost lost;
  lost.ending = {.limit = limit, .stage = stage_name(stage), .last_words = last_words()};
  kill();
  return lost;
}

std::optional<int> WorkerProcess::reap(double seconds) {
  int status = 0;
  const std::uint64_t began = monotonic_nanoseconds();
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (static_cast<double>(monotonic_nanoseconds() - began) * 1e-9 > seconds) return std::nullopt;
    ::usleep(200);
  }
  pid_ = -1;
  return status;
}

void WorkerProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  // Nothing ends a process that hangs in the system's own part of a driver: then it is left.
  reap(kGraceSeconds);
  pid_ = -1;
}

Lost WorkerProcess::ended(double patience) {
  // The channel is closed before the process is gone; a driver may hang even in its own ending.
  const std::optional<int> status = reap(patience);
  Lost lost;
  lost.ending.stage = stage_name(state_->stage.load(std::memory_order_acquire));
  lost.ending.last_words = last_words();
  if (!status) {
    kill();
    lost.ending.limit = patience;
  } else if (WIFSIGNALED(*status)) {
    lost.ending.signal = WTERMSIG(*status);
    lost.from_outside = lost.ending.signal == SIGKILL || lost.ending.signal == SIGTERM;
  } else {
    lost.ending.status = WEXITSTATUS(*status);
  }
  return lost;
}

bool WorkerProcess::is_worn() const {
  if (state_->first_runs.load(std::memory_order_relaxed) >= options_.most_first_runs) return true;
  return options_.setup.memory && resident_bytes(pid_) > *options_.setup.memory;
}

bool WorkerProcess::retire() {
  if (!lost_) {
    ::shutdown(channel_.fd(), SHUT_RDWR);
    lost_ = ended(kGraceSeconds);
  }
  return lost_->from_outside;
}

std::string WorkerProcess::last_words() const {
  struct stat file{};
  if (::fstat(stderr_fd_, &file) != 0) return {};
  std::string words(std::min<std::size_t>(static_cast<std::size_t>(file.st_size), kLastWords),
                    '\0');
  const off_t from = file.st_size - static_cast<off_t>(words.size());
  const ssize_t got = ::pread(stderr_fd_, words.data(), words.size(), from);
  words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return words;
}

void WorkerProcess::forget_old_words() const {
  constexpr off_t kKept = 1 << 20;
  struct stat file{};
  if (!options_.log && ::fstat(stderr_fd_, &file) == 0 && file.st_size > kKept &&
      ::ftruncate(stderr_fd_, 0) != 0)
    fail("ftruncate");
}

}  // namespace assay::conformance
