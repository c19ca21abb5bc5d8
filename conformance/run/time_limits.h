#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>

namespace assay::conformance {

/// One variant of an operator.
struct VariantName {
  std::string operator_name, variant;
  friend auto operator<=>(const VariantName&, const VariantName&) = default;
  /// Both names: `gather/bits`.
  std::string text() const { return operator_name + "/" + variant; }
};

/// How long the batches of each variant of an operator may take, beside the limits that hold for
/// all of them. A variant that hung twice gets less time, so that hangs take little of a run.
class TimeLimits {
 public:
  /// A batch of this variant, or a case of it that ran alone, overran its limit.
  void hung(const VariantName& name) { ++of_[name].hangs; }
  /// A batch of this variant came back after so many seconds. Gives whether it is the first.
  bool came_back(const VariantName& name, double seconds);

  /// Whether most() gives a limit for some variant.
  bool any() const;
  /// The most seconds that a batch of this variant may take; nothing where it did not hang twice.
  /// It is ten times as long as its slowest batch took, and at least 5 s.
  std::optional<double> most(const VariantName& name) const;

 private:
  struct Seen {
    unsigned hangs = 0;
    double slowest = 0;
    bool came_back = false;
  };
  std::map<VariantName, Seen> of_;
};

}  // namespace assay::conformance
