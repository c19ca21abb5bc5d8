#pragma once

#include <time.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace assay::testing {

/// Measures how much time the machine grants to a program that waits half of the time and works the
/// other half. On a machine that does nothing else this is the time on a clock. Where other
/// programs take the processors, or the machine stands still, less is granted than the clock says.
/// So a limit in granted time holds for a program that is slow only because the machine is.
class GrantedTime {
 public:
  GrantedTime() : thread_([this] { count(); }) {}
  ~GrantedTime() {
    over_ = true;
    thread_.join();
  }
  GrantedTime(const GrantedTime&) = delete;
  GrantedTime& operator=(const GrantedTime&) = delete;

  /// The seconds that were granted since construction.
  double seconds() const { return turns_ * (kWait + kWork); }

 private:
  /// Seconds of each turn in which the thread waits, and in which it works.
  static constexpr double kWait = 0.005, kWork = 0.005;

  static double worked() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  void count() {
    for (; !over_; ++turns_) {
      std::this_thread::sleep_for(std::chrono::duration<double>(kWait));
      for (const double end = worked() + kWork; worked() < end;) {
      }
    }
  }

  std::atomic<unsigned> turns_ = 0;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace assay::testing
