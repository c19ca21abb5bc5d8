#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cmd/options/operator_option.h"

namespace assay::cmd {

/// The options of the subcommands of `assay bench`.
struct BenchOptions {
  static constexpr std::uint64_t kLeastElements = 1 << 15;

  std::string device;
  std::optional<std::filesystem::path> kernels;
  OperatorOption operators;
  /// For `throughput`: the cases of a repetition, and the campaign's seed.
  std::uint64_t cases = 20000, seed = 1;
  /// For `kernels`: the cases to measure, as read_cases() takes them. Where there are none, cases
  /// of up to `max_elements` elements are drawn.
  std::vector<std::string> given;
  std::uint64_t max_elements = 1 << 24;
  unsigned repetitions = 5;
  std::optional<unsigned> jobs;
  bool plain = false, json = false;
};

}  // namespace assay::cmd
