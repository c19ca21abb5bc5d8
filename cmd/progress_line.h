#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cmd/progress_text.h"
#include "conformance/campaign/campaign.h"
#include "conformance/campaign/time_left.h"
#include "ops/stopwatch.h"

namespace assay::cmd {

/// Tells on standard error how far a run is, whatever the run waits for: a thread of its own writes
/// it. On a terminal it is one line, written over again and again. Elsewhere a line comes within
/// the first second, and then one in less than ten seconds. Where standard error would have to be
/// waited for, the line is left out.
class ProgressLine {
 public:
  explicit ProgressLine(std::string doing);
  ~ProgressLine() { end(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// What the run is at from now on, aside from a campaign.
  void doing(std::string what);
  /// A campaign runs from now on. `options` must outlive this object, and nobody else may use
  /// `kernels`. `seconds_left` is what its budget leaves.
  void begin(const conformance::CampaignOptions& options,
             std::unique_ptr<conformance::KernelLibrary> kernels, unsigned jobs,
             std::optional<double> seconds_left);
  /// What the campaign has come to.
  void show(const conformance::CampaignState& state, const conformance::CampaignActivity& activity);

  /// Takes the line away. While the lock is held, none is written.
  std::unique_lock<std::mutex> hide();
  /// Takes the line away for good.
  void end();

 private:
  /// What the thread knows of the campaign.
  struct Watched {
    const conformance::CampaignOptions* options = nullptr;
    std::optional<double> ends_at;
    std::uint64_t diverged = 0;
    conformance::TimeLeft::Seen seen;
    /// When it was seen, in seconds of the run.
    double at = 0;
    /// Whether a failure is looked into. Nobody knows how long that takes.
    bool investigating = false;
  };
  void run();
  Progress progress();
  void write(const std::string& text) const;

  const bool is_terminal_;
  const ops::Stopwatch running_;
  /// Guards what the run tells, and is never held for long.
  std::mutex state_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::string doing_;
  std::optional<Watched> campaign_;
  /// Used by the thread alone, once a campaign runs.
  std::unique_ptr<conformance::KernelLibrary> kernels_;
  std::unique_ptr<conformance::TimeLeft> time_left_;
  /// Held while something is written.
  std::mutex output_;
  std::thread thread_;
};

}  // namespace assay::cmd
