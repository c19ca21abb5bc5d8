// Puts shards together. The plan says which shard ran a batch, and how many rows the batch has, as
// it did when the shards ran; so rows and failures get the order that they would have in one run.
// Findings are looked for anew, in all failures together, but no case is run for that.
#include "conformance/compare/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "conformance/compare/shard_part.h"
#include "conformance/keep/earlier_cases.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/run_files.h"
#include "conformance/keep/run_folder.h"
#include "conformance/keep/run_json.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/report/example_text.h"
#include "conformance/run/device_json.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"
#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// A failure of the whole run, and the folder of its reproducer in the part that has it.
struct Found {
  Json failure;
  std::filesystem::path reproducer;
};

class Merger {
 public:
  Merger(const std::vector<std::filesystem::path>& folders, const specs::Catalogue& catalogue)
      : catalogue_(catalogue) {
    for (const auto& folder : folders) take(folder, catalogue);
    if (parts_.empty())
      throw Error(unfinished_.empty() ? "no run to merge"
                                      : "no run has ended: none has a run.json");
    options_ = first().checkpoint.options;
    options_.shard = {};
  }

  JudgedRun merge(const Merging& merging, Gate& gate) {
    RunFacts facts{first().run.at("assay"), device_from_json(first().run.at("device")), options_,
                   merging.command};
    Missing missing = missing_shards();
    const CampaignResult result = added_up(missing.cases);
    KernelLibrary kernels(first().checkpoint.kernels, first().checkpoint.backend);
    facts.own_kernels = kernels.own_files(options_.operators);
    facts.drivers = missed_drivers();
    GoalLibrary goals(kernels);
    Coverage coverage =
        measure_coverage(options_.operators, result.tally(), result.state.covered, goals);
    gate.open(facts.device);
    std::optional<RunFolder> folder;
    const Checkpoint& c = first().checkpoint;
    if (merging.out) {
      Checkpoint merged{options_, c.device,     c.kernels,    c.backend,
                        c.tested, merging.gate, facts.drivers};
      merged.merged = true;
      folder.emplace(*merging.out, std::move(merged));
    }
    try {
      take_rows(folder ? &*folder : nullptr, gate);
      take_failures(folder ? &*folder : nullptr, gate,
                    {device_options(facts.device.name, c.kernels, c.backend), merging.program});
    } catch (...) {
      // Half of a run must not stay: the next try would find the folder taken.
      if (folder) folder->discard();
      throw;
    }
    std::vector<Finding> found = findings(result.state.next_batch, kernels, facts.device);
    JudgedRun run = gate.judge(std::move(facts), result, std::move(coverage),
                               std::move(missing.shards), std::move(found));
    if (folder) folder->close(run);
    return run;
  }

 private:
  const ShardPart& first() const { return *parts_.begin()->second; }

  void take(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
    auto part = std::make_unique<ShardPart>();
    part->folder = folder;
    part->checkpoint = read_checkpoint(folder, catalogue);
    if (part->checkpoint.merged)
      throw Error(fmt::format("{}: was put together by assay merge; give the shards themselves",
                              folder.string()));
    const Shard shard = part->checkpoint.options.shard;
    if (!count_) count_ = shard.count;
    if (shard.count != *count_)
      throw Error(fmt::format("{}: is shard {}, but {} is one of {}", folder.string(), shard.name(),
                              taken_.begin()->second.string(), *count_));
    if (const auto twice = taken_.find(shard.index); twice != taken_.end())
      throw Error(fmt::format("{}: shard {}, which {} is already", folder.string(), shard.name(),
                              twice->second.string()));
    taken_[shard.index] = folder;
    if (!std::filesystem::exists(folder / kRunFile)) {
      unfinished_[shard.index] = folder;
      return;
    }
    part->run = read_run_json(folder);
    part->failures = read_failures(folder, part->run);
    part->rows.open(folder / kResultsFile);
    std::string head;
    std::getline(part->rows, head);
    if (!parts_.empty()) require_same(first(), *part);
    parts_[shard.index] = std::move(part);
  }

  /// The result of the whole run. `unjudged`: the cases that shards lack.
  CampaignResult added_up(std::uint64_t unjudged) const {
    CampaignResult result;
    result.jobs = 0;
    result.unjudged = unjudged;
    for (const auto& [index, part] : parts_) {
      result.state.add_shard(part->checkpoint.state);
      result.jobs += part->run.at("jobs").get<unsigned>();
    }
    return result;
  }

  /// What the shards' runs complain of drivers, each complaint once.
  std::vector<Complaint> missed_drivers() const {
    std::vector<Complaint> all;
    for (const auto& [index, part] : parts_)
      for (const Complaint& c : complaints_from_json(part->run.value("complaints", Json::array())))
        if (c.about == "drivers" && !is_among(all, c)) all.push_back(c);
    return all;
  }

  /// The shards that are missing, in words, and how many cases they lack.
  struct Missing {
    std::vector<std::string> shards;
    std::uint64_t cases = 0;
  };
  Missing missing_shards() const {
    Missing missing;
    const std::uint64_t count = first().checkpoint.options.shard.count;
    const BatchPlan plan(options_);
    for (std::uint64_t i = 0; i < count; ++i) {
      const Shard shard{i, count};
      CampaignOptions own = options_;
      own.shard = shard;
      const auto part = parts_.find(i);
      const bool here = part != parts_.end();
      const bool stopped = here && part->second->run.value("stopped", false);
      if (options_.cases && (!here || stopped))
        missing.cases +=
            BatchWalk(plan, own, here ? part->second->checkpoint.state.next_batch : 0).left();
      if (stopped)
        missing.shards.push_back(
            fmt::format("{}, stopped: {}", shard.name(), part->second->folder.string()));
      else if (unfinished_.contains(i))
        missing.shards.push_back(
            fmt::format("{}, unfinished: {}", shard.name(), unfinished_.at(i).string()));
      else if (!here)
        missing.shards.push_back(shard.name());
    }
    return missing;
  }

  void take_rows(RunFolder* folder, Gate& gate) {
    const std::uint64_t count = first().checkpoint.options.shard.count;
    std::uint64_t end = 0;
    for (const auto& [index, part] : parts_) end = std::max(end, part->checkpoint.state.next_batch);
    std::string row;
    const BatchPlan plan(options_);
    for (BatchWalk walk(plan, options_); !walk.at_end() && walk.batch() < end; walk.next()) {
      bool is_judged = false;
      for (const auto& [index, part] : parts_) {
        if (!Shard{index, count}.owns(walk.batch())) continue;
        if (walk.batch() >= part->checkpoint.state.next_batch) break;
        is_judged = true;
        for (std::uint64_t i = 0; i < walk.count(); ++i) {
          if (!std::getline(part->rows, row)) complain_of_rows(*part, "fewer");
          if (folder) folder->row(row);
          is_judged &= count_row(*part, row, gate) != Verdict::Skip;
        }
        break;
      }
      if (!is_judged) skipped_.insert(walk.batch());
    }
    for (const auto& [index, part] : parts_)
      if (std::getline(part->rows, row)) complain_of_rows(*part, "more");
  }

  static Verdict count_row(ShardPart& part, const std::string& text, Gate& gate) {
    const std::string where =
        fmt::format("{}:{}", (part.folder / kResultsFile).string(), ++part.line);
    const ResultRow row = parse_row(text, where);
    const auto verdict = verdict_named(row.status);
    if (!verdict) throw Error(fmt::format("{}: \"{}\" is no verdict", where, row.status));
    gate.count(row.name, *verdict);
    return *verdict;
  }

  [[noreturn]] static void complain_of_rows(const ShardPart& part, const char* how) {
    throw Error(fmt::format("{}: {} rows than the shard has cases",
                            (part.folder / kResultsFile).string(), how));
  }

  /// Takes the failures of all parts in the order of the batches, and writes them to the folder, if
  /// there is one. Only the first few of each kind stay shrunk, as in one run.
  void take_failures(RunFolder* folder, const Gate& gate, const CommandWords& words) {
    std::multimap<std::uint64_t, Found> failures;
    for (const auto& [index, part] : parts_) {
      std::map<std::uint64_t, unsigned> reproduced;
      for (const Json& failure : part->failures) {
        const std::uint64_t batch = failure.at("batch_number");
        std::filesystem::path reproducer;
        if (has_reproducer(failure))
          reproducer = part->folder / ReproducerFolders::name(batch, ++reproduced[batch]);
        failures.emplace(batch, Found{failure, std::move(reproducer)});
      }
    }
    std::map<std::string, unsigned> seen;
    for (auto& [batch, found] : failures) {
      Json& failure = found.failure;
      if (seen[failure.at("kind").dump()]++ >= kShrunk) unshrink(failure, words);
      waive_anew(failure, gate);
      failed_.push_back(failed_case_from_json(failure));
      if (has_reproducer(failure) && std::filesystem::is_directory(found.reproducer))
        failed_.back().reproducer = found.reproducer;
      if (!folder) continue;
      failure.erase("reproducer");
      if (has_reproducer(failure))
        if (const auto kept = folder->keep_reproducer(found.reproducer, batch); !kept.empty())
          failure["reproducer"] = kept.string();
      folder->failure(failure);
    }
  }

  std::vector<Finding> findings(std::uint64_t batches, KernelLibrary& kernels,
                                const opencl::DeviceInfo& device) const {
    const ops::Stopwatch watch;
    auto found = find_findings(failed_, {options_, batches, catalogue_, kernels, device, skipped_,
                                         [&] { return watch.seconds() < kSeekSeconds; }});
    tell_examples(found, failed_, {}, catalogue_);
    return found;
  }

  const specs::Catalogue& catalogue_;
  CampaignOptions options_;
  std::map<std::uint64_t, std::unique_ptr<ShardPart>> parts_;
  std::map<std::uint64_t, std::filesystem::path> taken_, unfinished_;
  /// The failures, and the batches of which not each case was judged.
  std::vector<FailedCase> failed_;
  std::set<std::uint64_t> skipped_;
  /// How many shards there are, as the first folder says.
  std::optional<std::uint64_t> count_;
};

}  // namespace

JudgedRun merge_runs(const std::vector<std::filesystem::path>& folders,
                     const specs::Catalogue& catalogue, const Merging& merging, Gate& gate) {
  return Merger(folders, catalogue).merge(merging, gate);
}

}  // namespace assay::conformance
