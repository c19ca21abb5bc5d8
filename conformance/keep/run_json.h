#pragma once

#include <string>

#include "conformance/gate/judged_run.h"
#include "specs/json.h"

namespace assay::conformance {

/// The format of the files of a run's folder; a reader refuses one that it does not know.
constexpr int kFormatVersion = 2;

/// Throws Error with `where` for what is of another format, or says none.
void require_format(const specs::Json& json, const std::string& where);

/// `run.json`: device, driver, versions, seed, options, counts by operator, level, type and
/// verdict, skips by reason, coverage of rules, worst headroom, times.
specs::Json run_to_json(const JudgedRun& run);

/// A line of `failures.jsonl`. `options`: the command's, for its reproduction: `--device NAME`, as
/// shell words. `waiver`: the one that covers it.
specs::Json record_to_json(const Record& record, const std::string& device,
                           const std::string& options, const Waiver* waiver = nullptr);

}  // namespace assay::conformance
