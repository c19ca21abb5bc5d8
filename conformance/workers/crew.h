#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include "conformance/plan/batch_runner.h"
#include "conformance/workers/worker_process.h"

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
  OwnCrew(LocalRunner& runner, const BatchPlan& plan, bool with_lines)
      : runner_(runner, plan), with_lines_(with_lines) {}
  bool has_room() const override { return !done_; }
  void start(std::uint64_t index, std::uint64_t count) override;
  std::optional<Outcome> next() override;

 private:
  BatchRunner runner_;
  bool with_lines_;
  std::optional<Outcome> done_;
};

/// Runs batches in worker processes: one at a time in each, the next already waiting there.
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
  using Given = BatchRunner::Asked;
  struct Seat {
    std::unique_ptr<WorkerProcess> worker;
    /// The first is in flight, and killed so often so far.
    std::deque<Given> given;
    unsigned kills = 0;
    /// Is given no more, and replaced when it has done what it was given.
    bool worn = false;
  };
  bool has_room(const Seat& seat) const;
  void ask(Seat& seat, const Given& batch);
  void start_worker(Seat& seat);
  /// Asks a new worker for all that a seat was given.
  void ask_again(Seat& seat);
  void retire(Seat& seat);
  std::optional<Outcome> collect(Seat& seat);

  WorkerOptions options_;
  const CampaignOptions& campaign_;
  const specs::Catalogue& catalogue_;
  bool with_lines_;
  std::vector<Seat> seats_;
  std::size_t turn_ = 0;
  unsigned incidents_ = 0;
};

}  // namespace assay::conformance
