#pragma once

#include <rapidcheck/Random.h>

#include <cstdint>

#include "ops/set.h"
#include "specs/spec.h"

namespace assay::specs {

/// Where drawing gets its choices from. Everything that is drawn comes down to below(n); seeded
/// campaigns, RapidCheck's properties and fuzzers differ in nothing else.
class Chooser {
 public:
  virtual ~Chooser() = default;

  /// A number in 0..n−1, 0 the simplest. n must not be 0.
  virtual std::uint64_t below(std::uint64_t n) = 0;

  /// True once in n.
  bool once_in(std::uint64_t n) { return below(n) == n - 1; }
};

/// Choices from a seed: the same on any machine.
class SeededChooser : public Chooser {
 public:
  explicit SeededChooser(std::uint64_t seed) : random_(seed) {}
  explicit SeededChooser(rc::Random random) : random_(random) {}

  std::uint64_t below(std::uint64_t n) override;

 private:
  rc::Random random_;
  /// Random bits that no choice has used up, as a fraction of 2^64, and about how many.
  std::uint64_t fraction_ = 0;
  unsigned bits_ = 0;
};

}  // namespace assay::specs
