#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "conformance/base/line_pattern.h"
#include "conformance/gate/waiver.h"

namespace assay::conformance {

/// What waivers came to in a run.
struct WaiverSummary {
  /// Divergences that a waiver in force covers.
  std::uint64_t waived = 0;
  /// Waivers, by id, that speak of this device: whose day is past; that no judged case met; whose
  /// cases were judged and all passed; of whose cases some failed, but none by its verdict. All but
  /// the first are known of whole runs only.
  std::vector<std::string> expired, unused, passing, otherwise;
  /// `--strict-waivers`: they fail the gate.
  bool strict = false;

  /// The lists that have entries, with what is said of each.
  std::vector<std::pair<std::string_view, const std::vector<std::string>*>> out_of_order() const;
  bool in_order() const { return out_of_order().empty(); }
};

/// Keeps account of waivers while cases are settled.
class WaiverLedger {
 public:
  /// `day`: today, as 2026-12-31. Waivers that do not speak of the device are left aside.
  WaiverLedger(const std::vector<Waiver>& waivers, const opencl::DeviceInfo& device,
               const std::string& day, const specs::Catalogue& catalogue);

  /// A case was settled.
  void settle(const std::string& line, Verdict verdict);
  /// The waiver in force that covers a divergence, or null.
  const Waiver* covering(const std::string& line, Verdict verdict) const;

  /// `whole`: every case of the plan was settled, in this run and not in another shard's.
  WaiverSummary summary(bool whole) const;

 private:
  struct Account {
    Waiver waiver;
    std::optional<LinePattern> regex;
    bool expired = false;
    std::uint64_t passed = 0, failed = 0, otherwise = 0;
  };
  /// Indices of accounts whose waivers speak of the case, whatever became of it.
  std::vector<std::size_t> speaking_of(const std::string& line) const;
  bool meets(const Account& a, const std::string& line) const;

  const specs::Catalogue& catalogue_;
  std::vector<Account> accounts_;
  /// Accounts whose pattern is one line, and all others.
  std::unordered_multimap<std::string, std::size_t> by_line_;
  std::vector<std::size_t> others_;
  std::uint64_t waived_ = 0;
};

}  // namespace assay::conformance
