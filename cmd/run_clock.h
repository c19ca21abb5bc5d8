#pragma once

#include <optional>

#include "ops/stopwatch.h"

namespace assay::cmd {

/// The budget of a run, and how much of it is spent.
class RunClock {
 public:
  /// Seconds after the budget in which the first worker may still open the device and what was
  /// judged before may be compared with waivers, causes of failures may be looked for, and what can
  /// be covered may be found out.
  static constexpr double kStartOver = 5, kCausesOver = 6, kEndOver = 7;

  /// `running` is the time since the process began.
  explicit RunClock(const ops::Stopwatch& running) : running_(running) {}

  /// The run has a budget, in seconds; with nothing it has none.
  void set_budget(std::optional<double> seconds) { budget_ = seconds; }
  /// The seconds that the campaign took in the processes before this one, where the run goes on.
  void set_spent_before(double seconds) { spent_before_ = seconds; }

  /// Seconds of this process.
  double running() const { return running_.seconds(); }
  /// Seconds that are spent of the budget, in all processes.
  double spent() const { return spent_before_ + running(); }
  /// Seconds until so many seconds after the budget; nothing if there is no budget.
  std::optional<double> left(double over = 0) const {
    if (!budget_) return std::nullopt;
    return *budget_ + over - spent();
  }
  /// Whether the budget has been over for so many seconds.
  bool is_over_since(double seconds) const { return left(seconds).value_or(1) <= 0; }

 private:
  const ops::Stopwatch running_;
  double spent_before_ = 0;
  std::optional<double> budget_;
};

}  // namespace assay::cmd
