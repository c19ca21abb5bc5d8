// What a process did before may be why a case fails. The batches before it are narrowed down by
// halving, since each question takes a new worker and its builds.
#include "conformance/find/earlier.h"

#include <utility>

namespace assay::conformance {
namespace {

class Replay {
 public:
  Replay(Runner& runner, const Record& failing, const Patience& patience)
      : runner_(runner), failing_(failing), patience_(patience) {}

  /// Whether the case fails alike in a new worker that ran these batches before.
  bool fails_after(std::span<const RoutedBatch> before) {
    runner_.refresh();
    for (const RoutedBatch& batch : before) {
      if (is_over()) return false;
      // After a hang the process is another one, and the next hang would take as long.
      for (const Judgement& j : runner_.run(batch.cases, batch.route)) {
        is_hung_ |= j.verdict == Verdict::Hung;
        cut_ |= is_cut_off(j);
      }
    }
    if (is_over()) return false;
    const Judgement j = runner_.run_alone(failing_.found, failing_.route);
    cut_ |= is_cut_off(j);
    is_hung_ |= j.verdict == Verdict::Hung;
    if (!same_kind(j, failing_.judgement)) return false;
    judgement_ = j;
    return true;
  }

  const Judgement& judgement() const { return judgement_; }
  /// Whether a run was cut off.
  bool is_cut() const { return cut_; }

 private:
  bool is_over() const { return cut_ || is_hung_ || (patience_ && !patience_()); }

  Runner& runner_;
  const Record& failing_;
  const Patience& patience_;
  Judgement judgement_;
  bool cut_ = false, is_hung_ = false;
};

/// The last batch from which on all that follow are needed. All of them together must do.
RoutedBatch last_needed(Replay& replay, std::span<const RoutedBatch> earlier) {
  std::size_t fails = 0, passes = earlier.size();
  while (passes - fails > 1) {
    const std::size_t middle = (fails + passes) / 2;
    (replay.fails_after(earlier.subspan(middle)) ? fails : passes) = middle;
  }
  return earlier[fails];
}

/// Leaves one case of the batch: one behind which the other fails, if one is enough.
void leave_one_case(Replay& replay, RoutedBatch& batch) {
  const RoutedBatch first{{batch.cases.front()}, batch.route};
  if (replay.fails_after({&first, 1})) batch = first;
  while (batch.cases.size() > 1) {
    const auto middle = batch.cases.begin() + static_cast<std::ptrdiff_t>(batch.cases.size() / 2);
    RoutedBatch half{{batch.cases.begin(), middle}, batch.route};
    if (!replay.fails_after({&half, 1})) half.cases.assign(middle, batch.cases.end());
    batch = std::move(half);
  }
}

/// The earlier case behind which the failing one fails each time, if there is one.
std::optional<Routed> cause_among(Replay& replay, std::span<const RoutedBatch> earlier) {
  if (earlier.empty() || !replay.fails_after(earlier)) return std::nullopt;
  RoutedBatch one = last_needed(replay, earlier);
  leave_one_case(replay, one);
  // A case that fails now and then does not pass this.
  for (unsigned k = 0; k < kRunsAlone; ++k)
    if (!replay.fails_after({&one, 1}) || replay.fails_after({})) return std::nullopt;
  return Routed{one.cases.front(), one.route};
}

}  // namespace

std::optional<Record> record_after(Runner& runner, std::span<const RoutedBatch> earlier,
                                   const Record& failing, const Patience& patience, bool& is_cut) {
  Replay replay(runner, failing, patience);
  const auto cause = cause_among(replay, earlier);
  is_cut = replay.is_cut();
  if (!cause || is_cut) return std::nullopt;
  Record record = failing;
  record.judgement = replay.judgement();
  record.after = cause;
  return record;
}

}  // namespace assay::conformance
