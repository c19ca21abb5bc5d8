#pragma once

#include <rapidcheck/Random.h>

#include <cstdint>

#include "ops/set.h"
#include "specs/spec.h"

namespace assay::specs {

/// The source of all choices of drawing: everything that is drawn comes from below(n). Seeded
/// campaigns, RapidCheck's properties and fuzzers differ only in their chooser.
class Chooser {
 public:
  virtual ~Chooser() = default;

  /// A number in 0..n−1, where 0 is the simplest choice. n must not be 0.
  virtual std::uint64_t below(std::uint64_t n) = 0;

  /// True for one of n choices.
  bool once_in(std::uint64_t n) { return below(n) == n - 1; }
};

/// Makes choices from a seed. They are the same on every machine.
class SeededChooser : public Chooser {
 public:
  explicit SeededChooser(std::uint64_t seed) : random_(seed) {}
  explicit SeededChooser(rc::Random random) : random_(random) {}

  std::uint64_t below(std::uint64_t n) override;

 private:
  rc::Random random_;
  /// Random bits that no choice has used, as a fraction of 2^64, and roughly how many they are.
  std::uint64_t fraction_ = 0;
  unsigned bits_ = 0;
};

}  // namespace assay::specs
