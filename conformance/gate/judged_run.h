#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/findings/finding.h"
#include "conformance/gate/waiver_ledger.h"
#include "conformance/plan/coverage.h"
#include "opencl/device/device.h"

namespace assay::conformance {

/// Something beside divergences that is not as expected.
struct Complaint {
  /// `waivers`, `coverage`, `shards`, `stopped`, `drivers`, `told`, `kernels`, `skips`, `operators`
  /// or `nothing`.
  std::string about;
  /// What is wrong, as a sentence.
  std::string text;
  /// Whether the gate is red for it; waivers are told of in any case.
  bool red = true;
};

/// Whether one of the complaints says the same.
bool is_among(const std::vector<Complaint>& all, const Complaint& complaint);

/// What every report tells of a run beside its results.
struct RunFacts {
  /// The version of assay that ran it.
  std::string version;
  opencl::DeviceInfo device;
  CampaignOptions options;
  /// The command line.
  std::string command;
  /// The files of kernels of the user's (`--kernels`), by operator.
  std::map<std::string, std::vector<std::string>> own_kernels = {};
  /// The drivers that could not be asked for their devices, which is red where no device was named.
  std::vector<Complaint> drivers = {};
  /// Why the driver could not be started any more after the campaign, when causes of its failures
  /// were looked for; empty where it could.
  std::string gone = {};
};

/// A campaign, or the shards of one put together, with all that decides whether it may pass.
/// Gate::judge() makes it, and nobody changes it afterwards: reports, files and the exit code are
/// made from this alone.
struct JudgedRun {
  RunFacts facts;
  CampaignResult result;
  /// The shards that a merged run lacks as a whole or in part, in words.
  std::vector<std::string> missing_shards;
  /// The coverage, where it was measured; and how much of it the gate asks for, in percent.
  std::optional<Coverage> coverage;
  double min_coverage = 0;
  /// How the waivers turned out, where some were given.
  std::optional<WaiverSummary> waivers;
  /// The divergences, grouped by their causes.
  std::vector<Finding> findings = {};
  /// What was told before the run was stopped, was not looked at again, and no waiver covers: a
  /// verdict and a line each.
  std::vector<std::string> told = {};

  const Tally& tally() const { return result.tally(); }
  /// Whether any valid case was judged. A backend that refuses all that it is given is not tested
  /// by its refusals.
  bool is_tested() const { return tally().elements() > 0; }
  /// How many divergences are covered by a waiver that has not expired.
  std::uint64_t waived() const { return waivers ? waivers->waived : 0; }
  bool lacks_coverage() const {
    return min_coverage > 0 && (!coverage || coverage->least() < min_coverage);
  }
};

/// All complaints about a run, in a fixed order. The exit code is 0 where none of them is red and
/// every divergence is waived.
std::vector<Complaint> complaints(const JudgedRun& run);

/// The exit code that a run deserves: 0, 1 (divergences, or complaints about waivers), or 3
/// (nothing failed, but less was tested than asked for, or nothing at all).
int exit_code(const JudgedRun& run);

/// What a run came to, in one sentence.
std::string verdict_in_words(const JudgedRun& run);

}  // namespace assay::conformance
