#pragma once

#include <utility>
#include <vector>

#include "ops/median.h"
#include "ops/stopwatch.h"

namespace assay::opencl {

/// How often an action is repeated to time it: at least `least` times, and for `seconds`.
struct Repetitions {
  unsigned least = 1;
  double seconds = 0;
};

/// Repeats the action, and gives the median seconds of one time.
template <typename Action>
double median_seconds(const Repetitions& repetitions, const Action& action) {
  const ops::Stopwatch all;
  std::vector<double> times;
  while (times.size() < repetitions.least || all.seconds() < repetitions.seconds) {
    const ops::Stopwatch one;
    action();
    times.push_back(one.seconds());
  }
  return ops::median(std::move(times));
}

}  // namespace assay::opencl
