// Tests with a fake runner, whose cases fail alone, only in batches, or only sometimes.
#include "conformance/find/investigate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "conformance/find/check.h"
#include "conformance/verdict/judgement_json.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/conformance/fake_runner.h"

namespace assay::conformance::testing {
namespace {

using specs::Case;

Judgement wrong() {
  Judgement j;
  j.verdict = Verdict::Wrong;
  return j;
}

TEST(Investigate, shrinks_what_fails_alone) {
  FakeRunner runner([](std::span<const Case> cases, std::size_t i) {
    return cases[i].descriptor.tensors[0].sizes[0] >= 4;
  });
  const auto cases = cases_with_seeds(16);
  const Record record =
      investigate(runner, cases, 5, parse_route({{"variant", "first"}}), wrong(), true);
  EXPECT_EQ(record.found, cases[5]);
  EXPECT_TRUE(record.batch.empty());
  EXPECT_EQ(record.judgement.verdict, Verdict::Wrong);
  ASSERT_TRUE(record.shrunk);
  EXPECT_EQ(record.shrunk->descriptor.tensors[0].sizes, (ops::List{4}));
  EXPECT_EQ(record.shrunk->seed, 0u);
}

/// Runs no case, and knows how many runs there were before the last refresh().
class WornRunner : public FakeRunner {
 public:
  using FakeRunner::FakeRunner;
  void refresh() override { runs_before = runs; }
  unsigned runs_before = 0;
};

TEST(Investigate, shrinks_to_no_case_that_fails_only_because_of_what_ran_before_it) {
  // After ten runs a worker fails for smaller cases, too.
  WornRunner runner([&](std::span<const Case> cases, std::size_t i) {
    const auto size = cases[i].descriptor.tensors[0].sizes[0];
    return size >= 4 || (runner.runs - runner.runs_before > 10 && size >= 2);
  });
  const auto cases = cases_with_seeds(1);
  const Record record = investigate(runner, cases, 0, {}, wrong(), true);
  ASSERT_TRUE(record.shrunk);
  EXPECT_EQ(record.shrunk->descriptor.tensors[0].sizes, (ops::List{4}));
}

TEST(Investigate, keeps_what_is_smallest_when_patience_has_run_out) {
  const auto cases = cases_with_seeds(16);
  const auto size_after = [&](int steps, Verdict verdict = Verdict::Hung) {
    FakeRunner runner([](std::span<const Case>, std::size_t) { return true; });
    runner.verdict = verdict;
    const Record record = investigate(runner, cases, 5, parse_route({{"variant", "first"}}),
                                      wrong(), true, [&] { return steps-- > 0; });
    return record.shrunk->descriptor.tensors[0].sizes[0];
  };
  EXPECT_EQ(size_after(0), 9);
  EXPECT_LT(size_after(1000), 9);
  EXPECT_EQ(size_after(0, Verdict::Wrong), 9);
  EXPECT_EQ(size_after(1000, Verdict::Wrong), 1);
  // A batch that hangs is kept whole, too.
  FakeRunner together([](std::span<const Case> all, std::size_t) { return all.size() >= 3; });
  together.verdict = Verdict::Hung;
  EXPECT_EQ(investigate(together, cases, 0, {}, wrong(), true, [] { return false; }).batch.size(),
            cases.size());
}

TEST(Investigate, asks_little_where_what_is_smaller_crashes) {
  const auto cases = cases_with_seeds(1);
  FakeRunner runner([&](std::span<const Case> all, std::size_t i) {
    runner.verdict = all[i] == cases[0] ? Verdict::Wrong : Verdict::Crashed;
    return true;
  });
  const Record record = investigate(runner, cases, 0, {}, wrong(), true);
  EXPECT_EQ(record.judgement.verdict, Verdict::Wrong);
  EXPECT_EQ(record.shrunk, cases[0]);
  EXPECT_LE(runner.runs, 30u);
}

RC_GTEST_PROP(Investigate, keeps_what_it_knows_where_its_runs_are_cut_off, ()) {
  // The case fails alone, only with its batch, or now and then.
  const int how = *rc::gen::inRange(0, 3);
  const auto left = *rc::gen::inRange(0u, 40u);
  unsigned runs = 0;
  FakeRunner runner([&](std::span<const Case> cases, std::size_t) {
    ++runs;
    return how == 0 || (how == 1 ? cases.size() > 2 : runs % 3 == 0);
  });
  runner.left = left;
  const auto cases = cases_with_seeds(8);
  const Record record = investigate(runner, cases, 2, {}, wrong(), true);
  RC_ASSERT(is_divergence(record.judgement.verdict));
  RC_ASSERT(is_divergence(record.smallest_judgement().verdict));
  // What is told as it stands says so, unless it was seen often enough.
  if (left < 2) RC_ASSERT(record.judgement.unconfirmed);
  if (record.judgement.unconfirmed)
    RC_ASSERT(record.judgement.text().find("not confirmed") != std::string::npos);
  // After the first run that is cut off, no more is asked than a few others.
  RC_ASSERT(runner.runs <= left + 3);
  // A whole batch is kept for few records only.
  runner.left = 0;
  RC_ASSERT(investigate(runner, cases, 2, {}, wrong(), true).batch.size() == cases.size());
  RC_ASSERT(investigate(runner, cases, 2, {}, wrong(), false).batch.empty());
  Judgement killed;
  killed.verdict = Verdict::Crashed;
  killed.ending.emplace().signal = SIGKILL;
  RC_ASSERT(is_cut_off(investigate(runner, cases, 2, {}, killed, true).judgement));
}

TEST(Investigate, does_not_shrink_unasked) {
  FakeRunner runner([](std::span<const Case>, std::size_t) { return true; });
  const auto cases = cases_with_seeds(3);
  EXPECT_FALSE(investigate(runner, cases, 0, {}, wrong(), false).shrunk);
}

TEST(Investigate, gives_the_few_lines_that_a_failure_needs) {
  // Case 9 fails whenever case 3 is before it in the batch.
  FakeRunner runner([](std::span<const Case> cases, std::size_t i) {
    if (cases[i].seed != 9) return false;
    return std::any_of(cases.begin(), cases.begin() + static_cast<std::ptrdiff_t>(i),
                       [](const Case& c) { return c.seed == 3; });
  });
  const auto cases = cases_with_seeds(64);
  const Record record =
      investigate(runner, cases, 9, parse_route({{"variant", "first"}}), wrong(), true);
  EXPECT_EQ(record.batch_lines(), (std::vector<std::string>{line_of(cases[3], record.route),
                                                            line_of(cases[9], record.route)}));
  EXPECT_EQ(record.found, cases[9]);
  EXPECT_EQ(record.judgement.verdict, Verdict::Wrong);
}

TEST(Investigate, names_the_case_that_it_was_asked_about_in_a_batch_that_fails_together) {
  // All cases fail if there are three or more, as they do in a crash.
  FakeRunner runner([](std::span<const Case> cases, std::size_t) { return cases.size() >= 3; });
  const auto cases = cases_with_seeds(32);
  for (const std::size_t index : {0u, 17u, 31u}) {
    const Record record = investigate(runner, cases, index, {}, wrong(), true);
    EXPECT_EQ(record.found, cases[index]);
    EXPECT_EQ(record.batch.size(), 3u);
    EXPECT_EQ(std::count(record.batch.begin(), record.batch.end(), cases[index]), 1);
    EXPECT_TRUE(std::is_sorted(record.batch.begin(), record.batch.end(),
                               [](const Case& a, const Case& b) { return a.seed < b.seed; }));
  }
}

TEST(Investigate, loses_no_failure_of_a_batch_that_fails_otherwise_when_it_runs_again) {
  const auto cases = cases_with_seeds(4);
  FakeRunner runner([](std::span<const Case> all, std::size_t) { return all.size() > 1; });
  runner.verdict = Verdict::Refused;
  const Record record = investigate(runner, cases, 2, {}, wrong(), true);
  EXPECT_EQ(record.judgement.verdict, Verdict::Flaky);
  EXPECT_EQ(record.judgement.flaky_as, Verdict::Wrong);
  EXPECT_EQ(record.batch.size(), 2u);
}

TEST(Investigate, asks_little_where_each_answer_is_a_hang) {
  FakeRunner runner([](std::span<const Case> cases, std::size_t) { return cases.size() >= 3; });
  runner.verdict = Verdict::Hung;
  const auto cases = cases_with_seeds(200);
  EXPECT_FALSE(investigate(runner, cases, 0, {}, wrong(), true).batch.empty());
  EXPECT_LE(runner.runs, 20u);
}

TEST(Investigate, calls_flaky_what_fails_now_and_then_alone) {
  unsigned run = 0;
  FakeRunner runner([&](std::span<const Case>, std::size_t) { return run++ % 2 == 0; });
  const auto cases = cases_with_seeds(1);
  const Record record = investigate(runner, cases, 0, {}, wrong(), true);
  EXPECT_EQ(record.judgement.verdict, Verdict::Flaky);
  EXPECT_EQ(record.judgement.flaky_as, Verdict::Wrong);
  EXPECT_EQ(record.judgement.failures, 5u);
  EXPECT_EQ(record.judgement.runs, 10u);
  EXPECT_EQ(record.judgement.text(), "Wrong in 5 of 10 runs: ");
  const specs::Json json = judgement_to_json(record.judgement);
  EXPECT_EQ(json["flaky"], specs::Json({{"as", "Wrong"}, {"failures", 5}, {"runs", 10}}));
  EXPECT_EQ(judgement_from_json(json).runs, 10u);
  EXPECT_FALSE(record.shrunk);
}

TEST(Investigate, calls_flaky_what_is_never_seen_again) {
  FakeRunner runner([](std::span<const Case>, std::size_t) { return false; });
  const auto cases = cases_with_seeds(8);
  const Record record = investigate(runner, cases, 2, {}, wrong(), true);
  EXPECT_EQ(record.judgement.verdict, Verdict::Flaky);
  // The case ran once in its batch, where it failed, and ten times alone.
  EXPECT_EQ(record.judgement.failures, 1u);
  EXPECT_EQ(record.judgement.runs, 11u);
  EXPECT_EQ(runner.runs, 11u);
  EXPECT_TRUE(record.batch.empty());
}

TEST(Investigate, believes_no_kill_that_does_not_come_again) {
  Judgement killed;
  killed.verdict = Verdict::Crashed;
  killed.ending.emplace().signal = SIGKILL;
  FakeRunner runner([](std::span<const Case>, std::size_t) { return false; });
  const auto cases = cases_with_seeds(8);
  EXPECT_EQ(investigate(runner, cases, 2, {}, killed, true).judgement.verdict, Verdict::Pass);
  killed.ending->signal = SIGSEGV;
  EXPECT_EQ(investigate(runner, cases, 2, {}, killed, true).judgement.verdict, Verdict::Flaky);
}

TEST(Check, runs_every_variant_up_to_the_first_that_fails) {
  FakeRunner passing([](std::span<const Case>, std::size_t) { return false; });
  const auto cases = cases_with_seeds(1);
  EXPECT_EQ(check(passing, cases[0], {}).judgement.verdict, Verdict::Pass);
  EXPECT_EQ(passing.last_variant, "second");
  FakeRunner failing([](std::span<const Case>, std::size_t) { return true; });
  const Checked failed = check(failing, cases[0], {});
  EXPECT_EQ(failed.judgement.verdict, Verdict::Wrong);
  EXPECT_EQ(failed.route.variant, "first");
}

/// Runs each variant as the test says, in turn.
class VariantRunner : public FakeRunner {
 public:
  using Judges = std::function<Judgement(const std::string& variant)>;
  explicit VariantRunner(Judges judges)
      : FakeRunner([](std::span<const Case>, std::size_t) { return false; }),
        judges_(std::move(judges)) {}
  std::span<const Judgement> run(std::span<const Case>, const Route& route) override {
    judgement_ = judges_(route.variant);
    return {&judgement_, 1};
  }

 private:
  Judges judges_;
  Judgement judgement_;
};

TEST(Check, takes_no_pass_of_a_variant_for_that_of_another) {
  const auto cases = cases_with_seeds(1);
  // The first one was killed from outside, and then passes.
  unsigned runs = 0;
  VariantRunner killed([&](const std::string& variant) {
    Judgement j;
    if (variant == "second") return wrong();
    if (runs++ > 0) return j;
    j.verdict = Verdict::Crashed;
    j.ending.emplace().signal = SIGKILL;
    return j;
  });
  const Checked checked = check(killed, cases[0], {});
  EXPECT_EQ(checked.judgement.verdict, Verdict::Wrong);
  EXPECT_EQ(checked.failing, std::vector<std::string>{"second"});
  // The first one was not tested.
  VariantRunner lacking([&](const std::string& variant) {
    Judgement j;
    if (variant == "second") return j;
    j.verdict = Verdict::Skip;
    j.skip = SkipReason{"memory", true};
    return j;
  });
  EXPECT_EQ(check(lacking, cases[0], {}).judgement.verdict, Verdict::Skip);
}

}  // namespace
}  // namespace assay::conformance::testing
