#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "conformance/base/glob.h"
#include "conformance/base/line_pattern.h"
#include "conformance/findings/conditions.h"
#include "conformance/gate/waiver.h"

namespace assay::conformance {

/// How the waivers of a run turned out.
struct WaiverSummary {
  /// The number of divergences that are covered by a waiver which has not expired.
  std::uint64_t waived = 0;
  /// The ids of waivers for this device that are out of order. `expired`: the last day is past.
  /// `unused`: no judged case matched the waiver. `passing`: cases matched it, and all of them
  /// passed. `otherwise`: some of its cases failed, but none with a verdict that it covers. All but
  /// `expired` are filled for whole runs only.
  std::vector<std::string> expired, unused, passing, otherwise;
  /// Whether all cases were asked which waivers speak of them.
  bool all_counted = true;
  /// `--strict-waivers` was given: waivers that are out of order fail the gate.
  bool strict = false;

  /// The lists that are not empty, each with words that say what its waivers are.
  std::vector<std::pair<std::string_view, const std::vector<std::string>*>> out_of_order() const;
  bool in_order() const { return out_of_order().empty(); }
};

/// Counts, while cases are settled, what became of the cases of each waiver.
class WaiverLedger {
 public:
  /// `day`: today, as 2026-12-31. Waivers for other devices are left out.
  WaiverLedger(const std::vector<Waiver>& waivers, const opencl::DeviceInfo& device,
               const std::string& day, const specs::Catalogue& catalogue);

  /// Counts a case that was settled with this verdict.
  void count(const std::string& line, Verdict verdict);
  /// The first waiver that covers the divergence and has not expired, or null.
  const Waiver* covering(const std::string& line, Verdict verdict) const;

  /// `whole`: every case of the plan was settled here; none was left to another shard.
  WaiverSummary summary(bool whole) const;

 private:
  /// A waiver, and whether some of its cases passed, failed as it says, and failed otherwise.
  struct Account {
    Waiver waiver;
    std::optional<LinePattern> regex;
    /// Of a waiver for more than one line.
    std::optional<Glob> glob;
    bool expired = false;
    bool passed = false, failed = false, otherwise = false;
  };
  /// The indices of the accounts whose waivers match the case, whatever its verdict is.
  std::vector<std::size_t> speaking_of(const std::string& line) const;
  bool meets(const Account& a, const std::string& line) const;
  void count_passed(const std::string& line);

  const specs::Catalogue& catalogue_;
  /// Keeps what it found out of the last line.
  mutable Conditions conditions_;
  std::vector<Account> accounts_;
  /// Indices into `accounts_`: of waivers for a single case line, by that line; of all others.
  std::unordered_multimap<std::string, std::size_t> by_line_;
  std::vector<std::size_t> others_;
  std::uint64_t waived_ = 0;
};

}  // namespace assay::conformance
