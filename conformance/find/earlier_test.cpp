// Tests with a fake runner that keeps a state from one run to the next, until it is refreshed.
#include "conformance/find/earlier.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>

#include "conformance/verdict/judgement_json.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

using specs::Case;

/// Cases of 9 elements leave a trace, where their seed is odd. What runs later fails, as `fails`
/// says from the number of traces.
class StatefulRunner : public Runner {
 public:
  using Fails = std::function<bool(unsigned traces)>;
  explicit StatefulRunner(Fails fails) : fails_(std::move(fails)) {}

  const opencl::DeviceInfo& device() const override { return device_; }
  std::vector<std::string> variants(const specs::Spec&,
                                    const std::vector<ops::DataType>&) override {
    return {"first"};
  }
  std::span<const Judgement> run(std::span<const Case> cases, const Route&) override {
    ++runs;
    judgements_.assign(cases.size(), runs > left ? cut_off() : Judgement{});
    for (std::size_t i = 0; runs <= left && i < cases.size(); ++i) {
      if (fails_(traces_)) judgements_[i].verdict = Verdict::Wrong;
      traces_ += cases[i].seed % 2;
    }
    return judgements_;
  }
  void refresh() override { traces_ = 0; }

  unsigned runs = 0;
  /// How many runs are not cut off.
  unsigned left = 1000000;

 private:
  Fails fails_;
  opencl::DeviceInfo device_;
  std::vector<Judgement> judgements_;
  unsigned traces_ = 0;
};

Case with_seed(std::uint64_t seed) {
  Case c = specs::parse_case(
      "cumulative_summation:level=6_4:InputTensor=INT32.9:OutputTensor=INT32.9:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false",
      catalogue());
  c.seed = seed;
  return c;
}

/// Batches of some cases each, of which few have odd seeds.
std::vector<RoutedBatch> some_batches() {
  std::vector<RoutedBatch> batches(*rc::gen::inRange<std::size_t>(0, 12));
  std::uint64_t seed = 0;
  for (RoutedBatch& batch : batches)
    for (int left = *rc::gen::inRange(1, 9); left > 0; --left, seed += 2)
      batch.cases.push_back(with_seed(seed + (*rc::gen::inRange(0, 8) == 0)));
  return batches;
}

Judgement seen_wrong() {
  Judgement j;
  j.verdict = Verdict::Wrong;
  return j;
}

RC_GTEST_PROP(Earlier, one_case_that_leaves_a_trace_is_named_if_there_is_any, ()) {
  const auto batches = some_batches();
  StatefulRunner runner([](unsigned traces) { return traces > 0; });
  const Case late = with_seed(1000);
  const Record record =
      investigate(runner, {&late, 1}, 0, {}, seen_wrong(), true, {}, [&] { return batches; });
  bool any = false;
  for (const RoutedBatch& batch : batches)
    any |= std::any_of(batch.cases.begin(), batch.cases.end(),
                       [](const Case& c) { return c.seed % 2 == 1; });
  RC_ASSERT(record.after.has_value() == any);
  RC_ASSERT(record.judgement.verdict == (any ? Verdict::Wrong : Verdict::Flaky));
  if (any) RC_ASSERT(record.after->c.seed % 2 == 1u);
  RC_ASSERT(record.found == late);
}

RC_GTEST_PROP(Earlier, what_needs_two_cases_or_fails_now_and_then_is_flaky, ()) {
  const auto batches = some_batches();
  const bool now_and_then = *rc::gen::arbitrary<bool>();
  unsigned asked = 0;
  StatefulRunner runner(
      [&](unsigned traces) { return now_and_then ? ++asked % 5 == 0 : traces > 1; });
  // The first run of a case that fails now and then must pass.
  const Case late = with_seed(1000);
  const Record record =
      investigate(runner, {&late, 1}, 0, {}, seen_wrong(), true, {}, [&] { return batches; });
  // A single case with an odd seed leaves one trace.
  RC_ASSERT(!record.after);
  RC_ASSERT(record.judgement.verdict == Verdict::Flaky);
}

RC_GTEST_PROP(Earlier, what_is_cut_off_in_the_search_is_not_confirmed, ()) {
  const auto batches = some_batches();
  RC_PRE(!batches.empty());
  StatefulRunner runner([](unsigned traces) { return traces > 0; });
  // The case has run alone, and the runs of all batches and the case are not all done.
  runner.left = *rc::gen::inRange(1u, 2u + static_cast<unsigned>(batches.size()));
  const Case late = with_seed(1000);
  const Record record =
      investigate(runner, {&late, 1}, 0, {}, seen_wrong(), true, {}, [&] { return batches; });
  RC_ASSERT(record.judgement.verdict == Verdict::Wrong);
  RC_ASSERT(record.judgement.unconfirmed);
  RC_ASSERT(runner.runs == runner.left + 1);
}

}  // namespace
}  // namespace assay::conformance::testing
