#pragma once

#include "conformance/verdict/verdict.h"

namespace assay::conformance {

/// How a worker ended that did not reply.
struct Lost {
  Ending ending;
  /// Whether the worker was killed (by SIGKILL or SIGTERM that assay did not send) or stopped from
  /// outside, which is not the driver's fault.
  bool from_outside = false;
  /// Whether assay ended it before its time, as WorkerOptions::go_on asked for. It says nothing
  /// about the driver.
  bool cut_off = false;

  /// Whether a worker without work had ended before assay asked for its end.
  bool early = false;

  /// Of a worker without work: whether it was ended from within, by a signal, with another exit
  /// status than 0, or early.
  bool crashed() const {
    const bool is_end = early || ending.signal != 0 || ending.status != 0;
    return is_end && ending.limit == 0 && !from_outside && !cut_off;
  }
  /// Whether the driver, or the worker, took longer than it may.
  bool overran() const { return ending.limit > 0 && !from_outside; }
};

/// The judgement of the cases that a lost worker was running.
Judgement judgement_of(const Lost& lost);

/// How often in a row the work of a worker is done again after a kill from outside, before the kill
/// counts as a failure; the same for a worker that was killed before it was ready; and for one that
/// was stopped from outside, which takes a whole time limit each time.
constexpr unsigned kKillsBelieved = 10, kStartsKilled = 100, kStopsBelieved = 2;

/// Counts the kills and stops from outside that one piece of work has met.
class OutsideKills {
 public:
  explicit OutsideKills(unsigned most = kKillsBelieved) : most_(most) {}

  /// Whether the work is to be done again after `lost`, which is counted.
  bool believes(const Lost& lost) {
    if (!lost.from_outside) return false;
    const bool believed = seen_ < most_;
    seen_ += lost.ending.limit > 0 ? most_ / kStopsBelieved : 1;
    return believed;
  }

 private:
  unsigned most_, seen_ = 0;
};

}  // namespace assay::conformance
