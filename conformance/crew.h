#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include "conformance/batch.h"
#include "conformance/worker_process.h"

namespace assay::conformance {

/// A batch that was given out, and what came of it.
struct Outcome {
  std::uint64_t index = 0, count = 0;
  std::variant<BatchResult, Lost> result;
};

/// Those who run a campaign's batches.
class Crew {
 public:
  virtual ~Crew() = default;
  /// Whether start() may be called.
  virtual bool has_room() const = 0;
  virtual void start(std::uint64_t index, std::uint64_t count) = 0;
  /// Waits for a batch to end, in whatever order; nothing where none was started.
  virtual std::optional<Outcome> next() = 0;
  /// Kills from outside so far, whose batches were done again.
  virtual unsigned incidents() { return 0; }
  /// Ends those who are at nothing.
  virtual void dismiss() {}
};

/// Runs batches here and now, in this process.
class OwnCrew : public Crew {
 public:
  OwnCrew(Bench& bench, const BatchPlan& plan, bool with_lines)
      : bench_(bench), plan_(plan), with_lines_(with_lines) {}
  bool has_room() const override { return !done_; }
  void start(std::uint64_t index, std::uint64_t count) override;
  std::optional<Outcome> next() override;

 private:
  Bench& bench_;
  const BatchPlan& plan_;
  bool with_lines_;
  std::optional<Outcome> done_;
};

/// Runs batches in worker processes, one at a time in each.
class WorkerCrew : public Crew {
 public:
  /// `jobs` workers, started when first needed.
  WorkerCrew(const WorkerOptions& options, unsigned jobs, const CampaignOptions& campaign,
             const specs::Catalogue& catalogue, bool with_lines);

  bool has_room() const override;
  void start(std::uint64_t index, std::uint64_t count) override;
  std::optional<Outcome> next() override;
  unsigned incidents() override;
  void dismiss() override;

 private:
  struct Seat {
    std::unique_ptr<WorkerProcess> worker;
    bool busy = false;
    std::uint64_t index = 0, count = 0;
    unsigned kills = 0;
  };
  void ask(Seat& seat);
  void retire(Seat& seat);
  std::optional<Outcome> collect(Seat& seat);

  WorkerOptions options_;
  const CampaignOptions& campaign_;
  const specs::Catalogue& catalogue_;
  bool with_lines_;
  std::vector<Seat> seats_;
  unsigned incidents_ = 0;
};

}  // namespace assay::conformance
