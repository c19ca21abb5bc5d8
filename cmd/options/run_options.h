#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cmd/options/device_options.h"
#include "cmd/options/gate_options.h"
#include "cmd/options/memory_option.h"
#include "cmd/options/operator_option.h"
#include "cmd/options/report_options.h"
#include "conformance/plan/campaign_options.h"
#include "conformance/plan/case_plan.h"

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
  /// The plan that the options name, for this campaign's seed and operators. Throws Error, also
  /// where it has no case of an operator that was named.
  std::shared_ptr<const conformance::CasePlan> plan(const conformance::CampaignOptions& campaign,
                                                    const specs::Catalogue& catalogue,
                                                    conformance::GoalLibrary& goals) const;

 private:
  void add_tested(CLI::App& app);
  void add_amount(CLI::App& app);
  void add_written(CLI::App& app);
};

}  // namespace assay::cmd
