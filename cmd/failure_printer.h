#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "cmd/options/tell.h"
#include "cmd/progress_line.h"
#include "conformance/report/report_text.h"

namespace assay::cmd {

/// Prints divergences as they are found: each command that reproduces one is printed once, and at
/// most kMostListed of them. The first few of each kind are told whole, and then each in one line,
/// as the report tells of examples of what they have in common.
class FailurePrinter {
 public:
  /// `words` stand in each command. `kept` says that all divergences are written to a folder.
  /// `progress` must outlive this object.
  FailurePrinter(conformance::CommandWords words, bool kept, ProgressLine& progress)
      : words_(std::move(words)), kept_(kept), progress_(progress) {}

  /// `reproducer`: the folder of its reproducer, or an empty path.
  void found(const conformance::Record& record, const std::filesystem::path& reproducer) {
    if (std::ferror(stdout) || printed_.size() > conformance::kMostListed) return;
    // Several failures may shrink to the same case, which is printed once.
    if (!printed_.insert(record_command(record, words_, "check", reproducer)).second) return;
    const auto hidden = progress_.hide();
    const std::string& name = record.found.spec->name();
    if (printed_.size() <= conformance::kMostListed && ++of_kind_[record.kind()] <= kMostWhole)
      say("{}\n", record_text(record, words_, reproducer, told_.insert(name).second));
    else if (printed_.size() <= conformance::kMostListed)
      say("{} {}\n\n", name_of(record.judgement.verdict), record.shrunk_line());
    else
      say("More divergences are counted{}.\n\n",
          kept_ ? " and kept in failures.jsonl" : " (--out keeps them all)");
    flush_output();
  }

  /// Whether held() tells of one more failure.
  bool tells_held() const { return !std::ferror(stdout) && held_ < kMostWhole; }
  /// Tells of a failure that is looked into later, as the batches before its own are not settled.
  void held(const std::string& line, const conformance::Judgement& judgement) {
    if (!tells_held()) return;
    ++held_;
    const auto hidden = progress_.hide();
    say("{} {}\n  {}\n  seen in its batch; looked into when the batches before it are settled\n",
        name_of(judgement.verdict), line, judgement.text());
    flush_output();
  }

 private:
  static constexpr std::size_t kMostWhole = 3;

  const conformance::CommandWords words_;
  const bool kept_;
  ProgressLine& progress_;
  std::size_t held_ = 0;
  /// The commands that reproduce the printed divergences, and one more where not all are printed.
  std::set<std::string> printed_;
  /// How many of each kind were printed, and the operators of which it was told what they do.
  std::map<conformance::FailureKind, std::size_t> of_kind_;
  std::set<std::string> told_;
};

}  // namespace assay::cmd
