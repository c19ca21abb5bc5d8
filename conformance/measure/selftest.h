#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "specs/json.h"

namespace assay::conformance {

/// The selftest proves that the harness finds faults: it runs campaigns on a device that a layer
/// makes faulty.
struct SelftestOptions {
  /// The paths of the assay program and of the layer's library.
  std::filesystem::path program, layer;
  /// The same as `--device` and `--seed` of `assay run`.
  std::string device;
  std::uint64_t seed = 1;
  /// The seconds that each campaign has to find its fault.
  double budget = 60;
  /// The number of cases of the campaign without a fault. For 0 there is no such campaign.
  std::uint64_t sound_cases = 100000;
  /// The names of the faults to try; empty means all.
  std::vector<std::string> faults;
  /// Asked several times a second. Once it gives false, the selftest ends within seconds. May be
  /// empty.
  std::function<bool()> go_on = {};
};

/// The result of the campaign under one fault.
struct FaultTrial {
  /// The fault's name, which is empty for the campaign without a fault, and a sentence about it.
  std::string fault, sentence;
  bool found = false;
  /// The cases and the wall-clock seconds until the first divergence; those of the whole campaign
  /// where there was none.
  std::uint64_t cases = 0;
  double seconds = 0;
  /// The number of elements, over all tensors, of the smallest case that fails alike. Empty where
  /// no case was shrunk.
  std::optional<std::uint64_t> elements;
  /// What the fault needs and the device lacks (opencl/layer/faults.h), so that no campaign on this
  /// device can meet the fault. Empty where the device lacks nothing.
  std::string lacks;
  /// The first two lines that `assay run` printed of the divergence. Where the harness failed, the
  /// failure.
  std::string what;
};

struct SelftestResult {
  std::vector<FaultTrial> trials;
  /// The campaign without a fault, which must find no divergence.
  std::optional<FaultTrial> sound;
  /// Whether it was ended before all campaigns were, as SelftestOptions::go_on asked for. The
  /// campaign that was ended with it is left out.
  bool stopped = false;

  std::size_t found() const;
  /// The number of faults that a campaign on this device can meet.
  std::size_t possible() const;
  /// The share of the possible faults that were found; 0 where none is possible.
  double kill_rate() const;
  /// The median of the shrunk cases' elements; 0 where no case was shrunk.
  std::uint64_t median_elements() const;
  /// 0 where all possible faults were found, at least one is possible, and the campaign without a
  /// fault found nothing; 3 where nothing speaks against it but that it was stopped; else 1.
  int exit_code() const;
};

/// A fault of the layer, with the texts of opencl/layer/faults.h.
struct LayerFault {
  std::string name, sentence, needs;
  bool needs_shapes = false;
  std::string operators = {};
};
std::vector<LayerFault> layer_faults();
/// Throws Error where the layer has no fault of one of these names.
void require_faults(const std::vector<std::string>& names);

/// Runs one campaign without a fault and one for each fault, each in its own processes. Calls
/// `told` after each one. Throws Error where a fault is unknown, or where the program or the layer
/// does not exist.
SelftestResult run_selftest(const SelftestOptions& options,
                            const std::function<void(const FaultTrial&)>& told = {});

specs::Json trial_to_json(const FaultTrial& trial);

}  // namespace assay::conformance
