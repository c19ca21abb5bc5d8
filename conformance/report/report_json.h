#pragma once

#include <string>

#include "conformance/campaign/campaign.h"
#include "conformance/verdict/judgement_json.h"
#include "specs/json.h"

namespace assay::conformance {

/// What every report tells beside the results.
struct RunFacts {
  std::string version;
  opencl::DeviceInfo device;
  CampaignOptions options;
  /// The command line.
  std::string command;
};

/// Of the files; a reader refuses one that it does not know.
constexpr int kFormatVersion = 2;

/// Throws Error with `where` for what is of another format, or says none.
void require_format(const specs::Json& json, const std::string& where);

/// `run.json`: device, driver, versions, seed, options, counts by operator, level, type and
/// verdict, skips by reason, coverage of rules, worst headroom, times.
specs::Json run_to_json(const RunFacts& facts, const CampaignResult& result);

/// A line of `failures.jsonl`. `options`: the command's, for its reproduction: `--device NAME`, as
/// shell words. `waiver`: the one that covers it.
specs::Json record_to_json(const Record& record, const std::string& device,
                           const std::string& options, const Waiver* waiver = nullptr);

/// A device as `assay devices --json` lists it, and back.
specs::Json device_to_json(const opencl::DeviceInfo& device);
opencl::DeviceInfo device_from_json(const specs::Json& json);

}  // namespace assay::conformance
