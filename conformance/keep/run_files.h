#pragma once

namespace assay::conformance {

/// The names of the files in a run's folder. What each one holds: run_folder.h.
constexpr const char* kResultsFile = "results.csv";
constexpr const char* kFailuresFile = "failures.jsonl";
constexpr const char* kCheckpointFile = "checkpoint.json";
constexpr const char* kRunFile = "run.json";
/// What is to replace kFailuresFile once the checkpoint has its seal.
constexpr const char* kFailuresAnewFile = "failures.jsonl.anew";

}  // namespace assay::conformance
