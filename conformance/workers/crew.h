#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "conformance/plan/batch_result.h"
#include "conformance/plan/batch_runner.h"
#include "conformance/run/attendance.h"
#include "conformance/workers/worker_process.h"

namespace assay::conformance {

/// A batch that was given out, and its result.
struct Outcome {
  std::uint64_t index = 0, count = 0;
  std::variant<BatchResult, Lost> result;
  /// Where something failed: the last batches that the same worker process had run before, in
  /// order.
  std::deque<BatchRunner::Asked> before = {};

  bool is_cut_off() const {
    const Lost* lost = std::get_if<Lost>(&result);
    return lost && lost->cut_off;
  }
};

/// Runs the batches of a campaign.
class Crew {
 public:
  virtual ~Crew() = default;
  /// Whether start() may be called.
  virtual bool has_room() const = 0;
  /// From now on a worker gets no batch before it has done those that it has, so that few batches
  /// are left to be waited for when the campaign's time is over.
  virtual void end_is_near() {}
  /// Gives out a batch. Batches of the same `group` are given to the same worker where no other
  /// worker would have to wait for that, since each worker builds its own programs. `most`: seconds
  /// that the batch may take on the device, where that is less than the limit.
  virtual void start(std::uint64_t index, std::uint64_t count, std::uint64_t group,
                     std::optional<double> most = {}) = 0;
  /// Whether all batches that were given out have come back.
  virtual bool is_idle() const = 0;
  /// Waits until a batch ends, which happens in any order. Gives nothing if none has ended by the
  /// deadline.
  virtual std::optional<Outcome> next(const ops::Deadline& deadline) = 0;
  /// Ends all work. Gives the batches that did not come back; they are cut off.
  virtual std::vector<Outcome> give_up() { return {}; }
  /// From now on `go_on` and `gone` of the attendance are called during waits.
  virtual void attend(const Attendance& /*attendance*/) {}
  /// How many workers build programs now.
  virtual unsigned building() const { return 0; }
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
  void start(std::uint64_t index, std::uint64_t count, std::uint64_t group,
             std::optional<double> most = {}) override;
  bool is_idle() const override { return !done_; }
  std::optional<Outcome> next(const ops::Deadline& deadline) override;

 private:
  BatchRunner runner_;
  bool with_lines_;
  std::optional<Outcome> done_;
};

/// Runs batches in worker processes. Each worker runs one batch at a time, and its next batches
/// already wait there.
class WorkerCrew : public Crew {
 public:
  /// There are `jobs` workers. Each is started when it is first needed.
  WorkerCrew(const WorkerOptions& options, unsigned jobs, const CampaignOptions& campaign,
             const specs::Catalogue& catalogue, bool with_lines);

  bool has_room() const override;
  void end_is_near() override { most_given_ = 1; }
  void start(std::uint64_t index, std::uint64_t count, std::uint64_t group,
             std::optional<double> most = {}) override;
  bool is_idle() const override;
  std::optional<Outcome> next(const ops::Deadline& deadline) override;
  std::vector<Outcome> give_up() override;
  void attend(const Attendance& attendance) override {
    options_.go_on = attendance.go_on;
    options_.gone = attendance.gone;
    options_.crashed_idle = attendance.crashed_idle;
  }
  unsigned building() const override;
  unsigned incidents() override;
  void dismiss() override;

 private:
  struct Given {
    std::uint64_t index, count;
    std::optional<double> most;
    /// The length of the request.
    std::size_t bytes = 0;
  };
  struct Seat {
    std::unique_ptr<WorkerProcess> worker;
    /// The batches that the worker was given; it runs the first. `kills` counts what workers met
    /// during the first batch.
    std::deque<Given> given;
    OutsideKills kills;
    /// The last batches that the worker has run.
    std::deque<BatchRunner::Asked> ran;
    /// Whether the worker gets no more batches. It is replaced when it has done those that it was
    /// given.
    bool worn = false;
  };
  bool has_room(const Seat& seat) const;
  void ask(Seat& seat, Given& batch);
  void start_worker(Seat& seat);
  /// Starts a new worker for a seat, and gives it all batches that the seat was given.
  void ask_again(Seat& seat);
  void retire(Seat& seat);
  /// Looks whether the first batch of a seat has ended.
  std::optional<Outcome> collect(Seat& seat);
  /// The outcome of a batch that came back. Throws Error if the reply does not fit the batch.
  Outcome decoded(const Given& batch, const Message& message) const;

  WorkerOptions options_;
  const CampaignOptions& campaign_;
  const specs::Catalogue& catalogue_;
  bool with_lines_;
  std::vector<Seat> seats_;
  /// How many batches a worker has at a time.
  std::size_t most_given_ = 6;
  std::size_t turn_ = 0;
  unsigned incidents_ = 0;
};

}  // namespace assay::conformance
