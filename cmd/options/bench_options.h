#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cmd/options/operator_option.h"

namespace assay::cmd {

/// What the subcommands of `assay bench` are given.
struct BenchOptions {
  static constexpr std::uint64_t kLeastElements = 1 << 15;

  std::string device;
  std::optional<std::filesystem::path> kernels;
  OperatorOption operators;
  /// Of `throughput`: cases a repetition.
  std::uint64_t cases = 20000, seed = 1;
  /// Of `kernels`: the cases to measure (as read_cases takes them), or the size of those drawn.
  std::vector<std::string> given;
  std::uint64_t max_elements = 1 << 24;
  unsigned repetitions = 5;
  std::optional<unsigned> jobs;
  bool plain = false, json = false;
};

}  // namespace assay::cmd
