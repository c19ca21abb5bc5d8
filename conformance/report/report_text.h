#pragma once

#include <filesystem>
#include <string>

#include "conformance/report/report_json.h"

namespace assay::conformance {

/// The report that `assay run` prints: device, seed, operator × verdict, skips with reasons, rule
/// coverage, rate, and one line of judgement in words.
std::string report_text(const RunFacts& facts, const CampaignResult& result);

/// A divergence as it is printed when found: where, what was permitted, what came, and one command
/// that reproduces it. `options` are the command's: `--device NAME`, as shell words. `batch_file`:
/// a file with the lines of a batch that only fails together, if there is one.
std::string record_text(const Record& record, const std::string& options,
                        const std::filesystem::path& batch_file = {});

/// The one command that shows a divergence again; `options` and `batch_file` as above.
std::string reproduction(const Record& record, const std::string& options,
                         const std::string& command = "check",
                         const std::filesystem::path& batch_file = {});

/// What a run came to, in one sentence.
std::string verdict_in_words(const RunFacts& facts, const CampaignResult& result);

/// 12345678 → 12,345,678
std::string grouped(std::uint64_t n);

/// `text` as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace assay::conformance
