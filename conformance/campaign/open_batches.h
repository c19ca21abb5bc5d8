#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "conformance/plan/batch_result.h"
#include "conformance/workers/crew.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// The batches of a campaign that were given out and are not settled. They are given out and
/// settled in order, and come back in any order.
class OpenBatches {
 public:
  /// A batch that came back.
  struct Arrived {
    Outcome outcome;
    /// Whether it came after the user asked for the end.
    bool late = false;
    ops::Stopwatch since = {};
    /// Whether a failure of it was told.
    bool told = false;
  };

  bool empty() const { return given_.empty(); }
  std::size_t size() const { return given_.size(); }
  /// How many cases failed in those that came back.
  std::size_t failures() const { return failures_; }

  void give(std::uint64_t index) { given_.push_back(index); }
  void arrive(Outcome outcome, bool late) {
    failures_ += failures_of(outcome);
    const std::uint64_t index = outcome.index;
    arrived_.emplace(index, Arrived{std::move(outcome), late});
  }
  /// Whether the one that is to be settled next came back.
  bool is_next_here() const {
    return !given_.empty() && !arrived_.empty() && arrived_.begin()->first == given_.front();
  }
  /// Takes the next one, which came back.
  Arrived take_next() {
    Arrived next = std::move(arrived_.begin()->second);
    arrived_.erase(arrived_.begin());
    given_.pop_front();
    failures_ -= failures_of(next.outcome);
    return next;
  }
  /// Those that came back, by their numbers.
  std::map<std::uint64_t, Arrived>& arrived() { return arrived_; }

 private:
  /// Of a batch whose worker was lost, all cases.
  static std::size_t failures_of(const Outcome& outcome) {
    const auto* result = std::get_if<BatchResult>(&outcome.result);
    return result ? result->failures.size() : outcome.count;
  }

  std::deque<std::uint64_t> given_;
  std::map<std::uint64_t, Arrived> arrived_;
  std::size_t failures_ = 0;
};

}  // namespace assay::conformance
