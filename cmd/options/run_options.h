#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cmd/options/device_options.h"
#include "cmd/options/gate_options.h"
#include "cmd/options/memory_option.h"
#include "cmd/options/operator_option.h"
#include "cmd/options/report_options.h"
#include "conformance/plan/batch.h"

namespace assay::cmd {

/// The options of `assay run`.
struct RunOptions {
  DeviceOptions device;
  ReportOptions reports;
  OperatorOption operators;
  std::vector<std::string> levels, plans, without;
  std::optional<std::uint64_t> cases;
  std::optional<double> budget;
  std::uint64_t seed = 1;
  std::uint64_t max_elements = specs::Limits().max_elements;
  std::optional<std::filesystem::path> out, resume, skips;
  std::optional<std::string> shard;
  unsigned jobs = 0;
  MemoryOption memory;
  GateOptions gate;
  double shapes = 0;
  bool plain = false, in_process = false;

  void add_to(CLI::App& app);
  /// The options of the campaign, without the plan, which the caller sets. Where no option names a
  /// shard, it is taken from the environment. Throws Error.
  conformance::CampaignOptions campaign(const specs::Catalogue& catalogue) const;

 private:
  void add_tested(CLI::App& app);
  void add_amount(CLI::App& app);
  void add_written(CLI::App& app);
};

}  // namespace assay::cmd
