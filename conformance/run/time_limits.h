#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace assay::conformance {

/// How long the batches of each variant of an operator may take, beside the limits that hold for
/// all of them. A variant that hung twice gets less time, so that hangs take little of a run.
class TimeLimits {
 public:
  /// An operator and one of its variants.
  using Kind = std::pair<std::string, std::string>;

  /// A batch of this kind, or a case of it that ran alone, overran its limit.
  void hung(const Kind& kind) { ++of_[kind].hangs; }
  /// A batch of this kind came back after so many seconds.
  void came_back(const Kind& kind, double seconds);

  /// Whether a batch of this kind came back.
  bool any_came_back(const Kind& kind) const;
  /// Whether most() gives a limit for some kind.
  bool any() const;
  /// The most seconds that a batch of this kind may take; nothing where it did not hang twice. It
  /// is ten times as long as its slowest batch took, and at least 5 s.
  std::optional<double> most(const Kind& kind) const;

 private:
  struct Seen {
    unsigned hangs = 0;
    double slowest = 0;
  };
  std::map<Kind, Seen> of_;
};

}  // namespace assay::conformance
