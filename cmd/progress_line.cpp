// The run says what it is at and what it has come to; a thread looks at that from time to time. So
// nothing that the run waits for keeps the line from being told, and the run waits for no reader.
#include "cmd/progress_line.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cmd/options/tell.h"

namespace assay::cmd {
namespace {

/// Seconds to the first line, and from one to the next, on a terminal and elsewhere.
constexpr double kFirst = 0.4, kNext = 0.25, kFirstLine = 0.5, kNextLine = 9;

/// Whether standard error can move its cursor back.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && kind && kind != std::string_view("dumb");
}

/// Whether standard error takes a line at once.
bool is_writable() {
  pollfd error{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&error, 1, 0) == 1 && (error.revents & POLLOUT);
}

}  // namespace

ProgressLine::ProgressLine(std::string doing)
    : is_terminal_(is_terminal()), doing_(std::move(doing)) {
  // No signal is handled in the thread.
  ::sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ProgressLine::doing(std::string what) {
  const std::lock_guard lock(state_);
  doing_ = std::move(what);
  campaign_.reset();
}

void ProgressLine::begin(const conformance::CampaignOptions& options,
                         std::unique_ptr<conformance::KernelLibrary> kernels, unsigned jobs,
                         std::optional<double> seconds_left) {
  const std::lock_guard lock(state_);
  doing_ = "starting workers";
  kernels_ = std::move(kernels);
  time_left_ = std::make_unique<conformance::TimeLeft>(options, *kernels_, jobs);
  campaign_ = Watched{};
  campaign_->options = &options;
  campaign_->at = running_.seconds();
  if (seconds_left) campaign_->ends_at = campaign_->at + *seconds_left;
}

void ProgressLine::show(const conformance::CampaignState& s,
                        const conformance::CampaignActivity& activity) {
  const std::uint64_t diverged = s.tally.divergences();
  const std::lock_guard lock(state_);
  if (!campaign_) return;
  doing_ = activity.investigating ? "looking into a failure"
           : activity.building    ? "building programs"
                                  : "judging cases";
  campaign_->diverged = diverged;
  campaign_->investigating = activity.investigating;
  if (s.next_batch == campaign_->seen.next_batch) return;
  campaign_->seen = {s.next_batch, s.cases, s.seconds, s.builds.seconds, s.investigation_seconds};
  campaign_->at = running_.seconds();
}

Progress ProgressLine::progress() {
  std::unique_lock lock(state_);
  Progress p{doing_, {}, {}, 0, running_.seconds()};
  if (!campaign_) return p;
  const Watched c = *campaign_;
  lock.unlock();
  p.cases = c.seen.cases;
  p.diverged = c.diverged;
  if (c.options->cases && c.options->shard.is_all()) p.of = c.options->cases;
  if (c.ends_at) p.left = std::max(0.0, *c.ends_at - p.seconds);
  if (c.investigating) return p;
  if (const auto left = time_left_->seconds(c.seen))
    p.left = std::min(p.left.value_or(*left), std::max(0.0, *left - (p.seconds - c.at)));
  return p;
}

void ProgressLine::write(const std::string& text) const {
  if (!is_writable()) return;
  if (!is_terminal_) return tell(text + "\n");
  winsize size{};
  constexpr unsigned kUsualColumns = 80;
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  tell("\r\033[K" + text.substr(0, (known ? size.ws_col : kUsualColumns) - 1));
}

void ProgressLine::run() {
  std::unique_lock lock(state_);
  double wait = is_terminal_ ? kFirst : kFirstLine;
  while (!ended_.wait_for(lock, std::chrono::duration<double>(wait), [this] { return is_over_; })) {
    lock.unlock();
    const std::string text = progress_text(progress());
    {
      const std::lock_guard output(output_);
      write(text);
    }
    wait = is_terminal_ ? kNext : kNextLine;
    lock.lock();
  }
}

std::unique_lock<std::mutex> ProgressLine::hide() {
  std::unique_lock lock(output_);
  if (is_terminal_ && is_writable()) tell("\r\033[K");
  return lock;
}

void ProgressLine::end() {
  {
    const std::lock_guard lock(state_);
    if (std::exchange(is_over_, true)) return;
  }
  ended_.notify_all();
  thread_.join();
  hide();
}

}  // namespace assay::cmd
