#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "specs/json.h"

namespace assay::conformance {

/// How to prove the harness: campaigns on a device that a layer makes faulty.
struct SelftestOptions {
  /// The assay program, and the layer's library.
  std::filesystem::path program, layer;
  /// As `assay run` takes them.
  std::string device;
  std::uint64_t seed = 1;
  /// Seconds that a campaign may take to find its fault.
  double budget = 60;
  /// Cases of the campaign without a fault; none for 0.
  std::uint64_t sound_cases = 100000;
  /// The faults, by name; empty: all.
  std::vector<std::string> faults;
};

/// What a campaign under one fault came to.
struct Trial {
  /// Empty for the campaign without a fault.
  std::string fault, sentence;
  bool found = false;
  /// Cases and wall-clock seconds until the first divergence; of all where there was none.
  std::uint64_t cases = 0;
  double seconds = 0;
  /// Elements of the smallest case that fails so, over all its tensors; none where it was not
  /// shrunk.
  std::optional<std::uint64_t> elements;
  /// What the device lacks that the fault needs (opencl/layer/faults.h): no campaign can meet it.
  std::string lacks;
  /// The divergence's first two lines, or what went wrong with the harness.
  std::string what;
};

struct SelftestResult {
  std::vector<Trial> trials;
  /// The campaign without a fault; it must find none.
  std::optional<Trial> sound;

  std::size_t found() const;
  /// Faults that a campaign on this device can meet.
  std::size_t possible() const;
  /// The share of those that were found.
  double kill_rate() const;
  /// The median of the shrunk cases' elements; 0 where there are none.
  std::uint64_t median_elements() const;
  /// 0 where all were found and none without a fault, else 1.
  int exit_code() const;
};

/// A fault of the layer, as opencl/layer/faults.h has it.
struct LayerFault {
  std::string name, sentence, needs;
};
std::vector<LayerFault> layer_faults();

/// Runs one campaign a fault, each in processes of its own, and one without; tells of each as it
/// ends. Throws Error: an unknown fault, a program or a layer that is not there.
SelftestResult run_selftest(const SelftestOptions& options,
                            const std::function<void(const Trial&)>& told = {});

specs::Json trial_to_json(const Trial& trial);

}  // namespace assay::conformance
