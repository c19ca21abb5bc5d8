#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include "conformance/plan/batch_runner.h"
#include "conformance/workers/worker_process.h"

namespace assay::conformance {

/// A batch that was given out, and its result.
struct Outcome {
  std::uint64_t index = 0, count = 0;
  std::variant<BatchResult, Lost> result;
};

/// Runs the batches of a campaign.
class Crew {
 public:
  virtual ~Crew() = default;
  /// Whether start() may be called.
  virtual bool has_room() const = 0;
  virtual void start(std::uint64_t index, std::uint64_t count) = 0;
  /// Waits until a batch ends, which happens in any order. Gives nothing if no batch is running.
  virtual std::optional<Outcome> next() = 0;
  /// The number of kills from outside so far. The batches of the killed workers were done again.
  virtual unsigned incidents() { return 0; }
  /// Ends workers that have nothing to do.
  virtual void dismiss() {}
};

/// Runs each batch in this process, during start().
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

/// Runs batches in worker processes. Each worker runs one batch at a time, and its next batch
/// already waits there.
class WorkerCrew : public Crew {
 public:
  /// There are `jobs` workers. Each is started when it is first needed.
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
    /// The batches that the worker was given; it runs the first. `kills` is how often a worker was
    /// killed from outside during the first batch.
    std::deque<Given> given;
    unsigned kills = 0;
    /// Whether the worker gets no more batches. It is replaced when it has done those that it was
    /// given.
    bool worn = false;
  };
  bool has_room(const Seat& seat) const;
  void ask(Seat& seat, const Given& batch);
  void start_worker(Seat& seat);
  /// Starts a new worker for a seat, and gives it all batches that the seat was given.
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
