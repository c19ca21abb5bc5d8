#include "ops/pauses.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <thread>

namespace assay::ops {
namespace {

using Clock = std::chrono::steady_clock;

/// When the last pause ended, in seconds of the clock. Negative where there was none.
std::atomic<double> last_end{-1};

double now() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

/// A thread that sleeps for a short time and finds that it slept for long was paused.
void watch() {
  constexpr auto kSleep = std::chrono::milliseconds(100);
  constexpr double kPause = 1;
  for (double before = now();;) {
    std::this_thread::sleep_for(kSleep);
    const double after = now();
    if (after - before > kPause) last_end = after;
    before = after;
  }
}

bool start() {
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
  const double end = last_end;
  return end < 0 ? std::numeric_limits<double>::infinity() : now() - end;
}

}  // namespace assay::ops
