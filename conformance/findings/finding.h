#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/plan/campaign_options.h"
#include "conformance/route/kernel_library.h"
#include "conformance/run/record.h"
#include "conformance/verdict/verdict.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A case that failed in a run.
struct FailedCase {
  /// The case's line with its route, as it was found.
  std::string line;
  /// The number of its batch.
  std::uint64_t batch_number = 0;
  /// How it failed (failure_of).
  std::string failure;
  /// The line of the smallest case that fails alike, where that is another one.
  std::string shrunk = {};
  /// Of the smallest case: its judgement in words, and for a wrong element its tensor and what
  /// came.
  std::string message = {}, tensor = {}, came = {};
  /// The command that shows it again, where that is not the check of the smallest case alone.
  std::string command = {};
  /// The folder of its reproducer, or an empty path.
  std::filesystem::path reproducer = {};
  /// Whether a waiver covers it.
  bool waived = false;

  const std::string& smallest() const { return shrunk.empty() ? line : shrunk; }
};

/// What is known of a divergence. The command and the waiver are left to the caller.
FailedCase failed_case(const Record& record);

/// The end of the words for a case that fails only after another one in the same process.
inline constexpr std::string_view kAfterAnother = " after another case";

/// How a case failed, in a few words: the verdict, and for Stray what was damaged, for Refused the
/// OpenCL call. Cases that fail alike (same_kind) have the same words. With
/// `is_after`, they end with kAfterAnother.
std::string failure_of(const Judgement& judgement, bool is_after = false);

/// A case that stands for a finding in a report.
struct FindingExample {
  /// Its line, and which of the failing cases of the run it is.
  std::string line;
  std::size_t failing = 0;
  /// What a report tells of it, as lines. Empty until somebody fills it.
  std::vector<std::string> text = {};
};

/// The divergences of a run that have the same cause, as far as the cases that ran tell. One fault
/// may let some cases have wrong answers and crash others. Without conditions, a finding has
/// divergences that fail alike.
struct Finding {
  std::vector<std::string> operators;
  /// How its cases failed (failure_of), the way of most of them first. Not empty.
  std::vector<std::string> failures;
  /// What all failing cases have in common: properties such as `indices=negative`. Empty where
  /// nothing was found.
  std::vector<std::string> conditions;
  /// The failing cases, as indices into what the run found. Not empty.
  std::vector<std::size_t> failing;
  /// Of the passing cases that were looked at: how many there were, and how many of them meet all
  /// conditions. Where some do, the fault does not show in each case.
  std::uint64_t passing = 0, passing_alike = 0;
  /// The shortest of its cases, shrunk where they were. At most kMostExamples, and none twice.
  std::vector<FindingExample> examples = {};
  /// How many of its cases a waiver covers.
  std::size_t waived = 0;

  static constexpr std::size_t kMostExamples = 3;

  bool is_explained() const { return !conditions.empty(); }
  /// What speaks of this finding in every run: it follows from the operators, the first failure and
  /// the conditions. Sixteen hexadecimal digits.
  std::string key() const;
  /// How it failed, in which operators, and in how many cases: `Wrong in gather, 40 cases`.
  std::string title() const;
  /// The title, and whether its cases are waived.
  std::string title_with_waivers() const;
  /// One sentence that says what the failing cases have in common.
  std::string sentence() const;
};

/// Runs a case and tells how it failed (failure_of), or gives an empty text where it passes;
/// nothing where it was not judged.
using TryCase = std::function<std::optional<std::string>(const specs::Case&, const Route&)>;

/// The run whose failures are explained.
struct ExplainedRun {
  const CampaignOptions& options;
  /// All batches before this one were settled.
  std::uint64_t batches = 0;
  const specs::Catalogue& catalogue;
  KernelLibrary& library;
  const opencl::DeviceInfo& device;
  /// The batches in which a case was not judged. None of their cases counts as passing.
  std::set<std::uint64_t> skipped = {};
  /// Asked again and again. Once it gives false, no more examples are drawn, and what is not yet
  /// explained stays so. May be empty.
  std::function<bool()> go_on = {};
  /// How many cases of each batch were judged at most, from its first one on.
  std::uint64_t most_of_batch = std::numeric_limits<std::uint64_t>::max();
};

/// How many seconds a command looks for findings at most, and how many after a run that took long.
constexpr double kSeekSeconds = 30, kMostSeekSeconds = 120;

/// Groups the failures of a run into findings, those with the most failures first. The passing
/// cases are drawn again from the run's options. Where `try_case` is given, a few dozen fresh cases
/// are run for each finding: some that meet all conditions, and some that miss one. They correct
/// conditions that hold by chance.
std::vector<Finding> find_findings(const std::vector<FailedCase>& failed, const ExplainedRun& run,
                                   const TryCase& try_case = {});

}  // namespace assay::conformance
