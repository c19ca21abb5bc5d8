#pragma once

#include <string>

#include "conformance/gate/gate.h"
#include "conformance/gate/judged_run.h"
#include "conformance/run/reproduction.h"
#include "specs/json.h"

namespace assay::conformance {

/// The format of the files of a run's folder; a reader refuses one that it does not know.
constexpr int kFormatVersion = 5;

/// Throws Error with `where` unless `json` says that it has this format.
void require_format(const specs::Json& json, const std::string& where, int format = kFormatVersion);

/// Complaints as `run.json` and `checkpoint.json` have them.
specs::Json complaints_to_json(const std::vector<Complaint>& complaints);
std::vector<Complaint> complaints_from_json(const specs::Json& json);

/// `run.json`: device, driver, versions, seed, options, counts by operator, level, type and
/// verdict, skips by reason, coverage of rules, worst headroom, times.
specs::Json run_to_json(const JudgedRun& run);

/// A line of `failures.jsonl`. `device`: the name of the device. `words` stand in the command that
/// reproduces the failure. `waiver`: the one that covers it, or null.
specs::Json record_to_json(const Record& record, const std::string& device,
                           const CommandWords& words, const Waiver* waiver = nullptr);

/// Has such a line name the waiver of `gate` that covers its case, or none.
void waive_anew(specs::Json& failure, const Gate& gate);

}  // namespace assay::conformance
