#include "ops/pauses.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <thread>

#include "ops/stopwatch.h"

namespace assay::ops {
namespace {

/// A thread that sleeps for a short time and finds that it slept for this many seconds was paused.
constexpr double kPause = 1;

/// When the last pause ended, in seconds of the clock. Negative where there was none.
std::atomic<double> last_end{-1};
/// When the thread last ran, in seconds of the clock.
std::atomic<double> last_seen{0};

double now() { return seconds_between(0, nanoseconds()); }

void watch() {
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const double after = now();
    if (after - last_seen > kPause) last_end = after;
    last_seen = after;
  }
}

bool start() {
  last_seen = now();
  // No signal is handled in the thread.
  ::sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(watch).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return true;
}

}  // namespace

double seconds_since_pause() {
  [[maybe_unused]] static const bool started = start();
  // Where the process has just gone on, the caller may run before the thread does.
  const double since_seen = now() - last_seen;
  if (since_seen > kPause) return 0;
  const double end = last_end;
  return end < 0 ? std::numeric_limits<double>::infinity() : now() - end;
}

}  // namespace assay::ops
