// There are two batches at a time: one runs, and the other one is prepared meanwhile.
#include "conformance/plan/batch_runner.h"

#include <utility>

#include "ops/stopwatch.h"

namespace assay::conformance {

BatchResult BatchRunner::run(const Asked& batch, bool with_lines, const Next& next) {
  ops::Stopwatch watch;
  if (std::exchange(is_ahead_, false) && ahead_.asked == batch)
    std::swap(now_, ahead_);
  else
    draw(batch, now_);
  if (next && !now_.skip) runner_.meanwhile([this, &next] { look_ahead(next); });
  runner_.foresee([this, &batch] { return plan_.built_with(batch.index); });
  BatchResult result =
      run_cases(runner_, batch.index, now_.batch.cases, now_.batch.route, now_.skip, with_lines);
  result.draw_seconds = now_.seconds;
  result.seconds = watch.lap();
  return result;
}

void BatchRunner::draw(const Asked& batch, Ready& ready) const {
  ops::Stopwatch watch;
  ready.asked = batch;
  ready.skip.reset();
  ready.batch.route = {};
  plan_.draw(batch.index, batch.count, ready.batch.cases);
  ready.seconds = watch.lap();
  const specs::Case& first = ready.batch.cases[0];
  const auto offered = runner_.offered(*first.spec, types_of(first.descriptor));
  if (plan_.fixed_route(batch.index) || !offered.empty())
    ready.batch.route = plan_.draw_route(batch.index, ready.batch.cases, offered, runner_.device());
  else
    ready.skip = SkipReason{"no variant for these data types", false};
  if (plan_.lists_as_skipped(batch.index)) ready.skip = listed();
}

// Exceptions are ignored here: what fails here fails again, and is reported, when the batch is run.
void BatchRunner::look_ahead(const Next& next) noexcept try {
  const std::optional<Asked> batch = next();
  if (!batch) return;
  draw(*batch, ahead_);
  is_ahead_ = true;
  if (!ahead_.skip) runner_.prepare(ahead_.batch.cases, ahead_.batch.route);
} catch (...) {
}

}  // namespace assay::conformance
