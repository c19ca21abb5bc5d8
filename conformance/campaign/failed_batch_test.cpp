// Batches with made-up failures: no failure that was seen is lost, whatever else is found beside
// it.
#include "conformance/campaign/failed_batch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>

#include "testing/conformance/fake_runner.h"

namespace assay::conformance::testing {
namespace {

/// A driver: each case has a verdict alone, and batches of at least `from` cases fail as a whole,
/// or in their last case.
class BatchRunner : public FakeRunner {
 public:
  BatchRunner() : FakeRunner([](std::span<const Case>, std::size_t) { return false; }) {}
  std::vector<Verdict> alone;
  std::size_t from = 2;
  Verdict together = Verdict::Crashed;
  bool whole = true;
  /// So many runs alone are killed from outside.
  unsigned kills = 0;

  std::span<const Judgement> run(std::span<const Case> cases, const Route&) override {
    judgements_.assign(cases.size(), {});
    if (cases.size() == 1 && kills > 0) {
      --kills;
      judgements_[0].verdict = Verdict::Crashed;
      judgements_[0].ending.emplace().signal = SIGKILL;
      return judgements_;
    }
    for (std::size_t i = 0; i < cases.size(); ++i) judgements_[i].verdict = alone[cases[i].seed];
    for (std::size_t i = 0; cases.size() >= from && i < cases.size(); ++i)
      if (whole || i > 0) judgements_[i].verdict = together;
    return judgements_;
  }

 private:
  std::vector<Judgement> judgements_;
};

/// What is told of a batch.
struct Told {
  explicit Told(std::size_t count) : cases(cases_with_seeds(count)) {}
  std::vector<Case> cases;
  Route route;
  BatchRunner runner;
  FailureCounts failures;
  std::vector<Record> records;
  std::function<void(const Record&)> found = [this](const Record& r) { records.push_back(r); };
  Patience patience;
  Earlier earlier;
  ToldFailures told;
  FailedBatch::Needs needs{runner, failures, found, patience, told};
  FailedBatch batch{needs, 7, cases, route, earlier};
};

Judgement judgement(Verdict verdict) {
  Judgement j;
  j.verdict = verdict;
  return j;
}

RC_GTEST_PROP(FailedBatch, of_which_all_failed_at_once_tells_that_beside_what_its_cases_do_alone,
              ()) {
  Told told(*rc::gen::inRange<std::size_t>(1, 6));
  for (std::size_t i = 0; i < told.cases.size(); ++i)
    told.runner.alone.push_back(
        *rc::gen::element(Verdict::Pass, Verdict::Wrong, Verdict::Stray, Verdict::Doubtful));
  told.runner.together = *rc::gen::element(Verdict::Crashed, Verdict::Hung, Verdict::Refused);
  told.runner.from = *rc::gen::inRange<std::size_t>(2, 8);
  told.runner.kills = *rc::gen::inRange<unsigned>(0, 9);
  const JudgedCases judged = told.batch.judge_alone(judgement(told.runner.together));
  RC_ASSERT(judged.size() == told.cases.size());
  bool is_told = false;
  for (const auto& [i, j] : judged) {
    is_told |= j.verdict == told.runner.together ||
               (j.verdict == Verdict::Flaky && j.flaky_as == told.runner.together);
    RC_ASSERT(!is_divergence(told.runner.alone[i]) || is_divergence(j.verdict));
  }
  RC_ASSERT(is_told);
  // Each divergence is told once, and nothing else.
  std::map<std::uint64_t, unsigned> records;
  for (const Record& r : told.records) ++records[r.found.seed];
  for (const auto& [i, j] : judged) RC_ASSERT(records[i] == is_divergence(j.verdict));
}

RC_GTEST_PROP(FailedBatch, tells_each_case_that_failed_in_it_though_it_passes_alone, ()) {
  Told told(*rc::gen::inRange<std::size_t>(2, 6));
  told.runner.alone.assign(told.cases.size(), Verdict::Pass);
  told.runner.together = Verdict::Wrong;
  told.runner.whole = false;
  told.runner.from = *rc::gen::inRange<std::size_t>(2, told.cases.size() + 1);
  told.runner.kills = *rc::gen::inRange<unsigned>(0, 3);
  std::vector<BatchResult::Failure> failures;
  for (std::size_t i = 1; i < told.cases.size(); ++i)
    failures.push_back({i, judgement(Verdict::Wrong)});
  const JudgedCases judged = told.batch.look_into(failures);
  RC_ASSERT(judged.size() == failures.size());
  RC_ASSERT(told.records.size() == failures.size());
  for (const auto& [i, j] : judged) RC_ASSERT(j.verdict == Verdict::Wrong);
  for (const Record& r : told.records)
    RC_ASSERT(std::ranges::find(r.batch, r.found) != r.batch.end());
}

TEST(FailedBatch, of_a_variant_that_was_given_up_is_told_once_all_the_same) {
  for (const Verdict whole : {Verdict::Refused, Verdict::Crashed}) {
    Told told(3);
    told.runner.alone.assign(3, Verdict::Pass);
    told.failures[{told.cases[0].spec->name(), Verdict::Crashed, ""}] = kMostCrashes;
    const JudgedCases judged = told.batch.judge_alone(judgement(whole));
    ASSERT_EQ(judged.size(), 3u);
    EXPECT_EQ(judged[0].second.verdict, whole);
    EXPECT_TRUE(judged[0].second.unconfirmed);
    EXPECT_EQ(judged[1].second.verdict, Verdict::Skip);
    EXPECT_EQ(judged[2].second.verdict, Verdict::Skip);
    EXPECT_EQ(told.records.size(), 1u);
  }
}

TEST(FailedBatch, of_which_many_cases_crash_or_hang_alone_has_the_others_skipped) {
  for (const auto& [verdict, most] : {std::pair{Verdict::Crashed, kMostCrashesOfBatch},
                                      std::pair{Verdict::Hung, kMostHangsOfBatch}}) {
    Told told(most + 5);
    told.runner.alone.assign(told.cases.size(), verdict);
    const JudgedCases judged = told.batch.judge_alone(judgement(verdict));
    ASSERT_EQ(judged.size(), told.cases.size());
    for (const auto& [i, j] : judged) EXPECT_EQ(j.verdict, i < most ? verdict : Verdict::Skip) << i;
    EXPECT_TRUE(judged.back().second.skip->is_short);
    EXPECT_EQ(judged.back().second.skip->what, "gave up after many crashes or hangs of its batch");
    EXPECT_EQ(told.records.size(), most);
    // The next batch of the variant is looked into again.
    FailedBatch next(told.needs, 8, told.cases, told.route, told.earlier);
    EXPECT_EQ(next.judge_alone(judgement(verdict))[0].second.verdict, verdict);
  }
}

TEST(FailedBatch, does_not_count_kills_from_outside_as_crashes) {
  Told told(4);
  told.runner.alone.assign(4, Verdict::Pass);
  told.runner.together = Verdict::Refused;
  told.runner.kills = 3;
  told.batch.judge_alone(judgement(Verdict::Refused));
  const FailureKind crash{told.cases[0].spec->name(), Verdict::Crashed, ""};
  EXPECT_EQ(told.failures[crash], 0u);
}

TEST(FailedBatch, that_fails_otherwise_than_its_cases_is_told_where_most_of_them_are_skipped) {
  for (const Verdict first : {Verdict::Pass, Verdict::Hung}) {
    Told told(kMostHangsOfBatch + 3);
    told.runner.alone.assign(told.cases.size(), Verdict::Hung);
    told.runner.alone[0] = first;
    const JudgedCases judged = told.batch.judge_alone(judgement(Verdict::Crashed));
    ASSERT_EQ(judged.size(), told.cases.size());
    const auto crashed = std::ranges::count_if(
        judged, [](const auto& j) { return j.second.verdict == Verdict::Crashed; });
    EXPECT_EQ(crashed, 1);
    for (const Record& r : told.records) {
      EXPECT_FALSE(r.judgement.unconfirmed);
      EXPECT_EQ(r.judgement.verdict == Verdict::Crashed, !r.batch.empty());
    }
  }
}

Judgement refusal() {
  Judgement j = judgement(Verdict::Refused);
  j.refused = opencl::CallFailure("clFinish", -5);
  return j;
}

/// A driver that treats each case in one way alone, and in another way in batches.
class RefusingRunner : public BatchRunner {
 public:
  struct Ways {
    Verdict alone, in_batch;
  };
  std::vector<Ways> ways;

  std::span<const Judgement> run(std::span<const Case> cases, const Route&) override {
    judged_.assign(cases.size(), {});
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Ways& w = ways[cases[i].seed];
      const Verdict verdict = cases.size() == 1 ? w.alone : w.in_batch;
      judged_[i] = verdict == Verdict::Refused ? refusal() : judgement(verdict);
    }
    return judged_;
  }

 private:
  std::vector<Judgement> judged_;
};

RC_GTEST_PROP(FailedBatch, of_which_some_cases_were_refused_tells_each_case_as_it_failed, ()) {
  Told told(*rc::gen::inRange<std::size_t>(2, 7));
  RefusingRunner runner;
  const auto way = rc::gen::element(Verdict::Pass, Verdict::Wrong, Verdict::Refused);
  while (runner.ways.size() < told.cases.size()) runner.ways.push_back({*way, *way});
  FailedBatch::Needs needs{runner, told.failures, told.found, told.patience, told.told};
  FailedBatch batch(needs, 7, told.cases, told.route, told.earlier);
  std::vector<BatchResult::Failure> failures;
  const auto came = runner.run(told.cases, told.route);
  for (std::size_t i = 0; i < told.cases.size(); ++i)
    if (is_divergence(came[i].verdict)) failures.push_back({i, came[i]});
  RC_PRE(!failures.empty());
  const JudgedCases judged = batch.look_into(failures);

  std::map<std::size_t, Judgement> by_case(judged.begin(), judged.end());
  RC_ASSERT(by_case.size() == failures.size() && judged.size() == failures.size());
  std::size_t refused = 0, told_as_refused = 0, refused_to_fail_alone = 0;
  for (const auto& f : failures) {
    RC_ASSERT(by_case.contains(f.case_index));
    const Judgement& j = by_case[f.case_index];
    // A case that fails alone, and one that fails otherwise than by a refusal, is told.
    if (is_divergence(runner.ways[f.case_index].alone) || f.judgement.verdict != Verdict::Refused)
      RC_ASSERT(is_divergence(j.verdict));
    refused += f.judgement.verdict == Verdict::Refused;
    refused_to_fail_alone +=
        f.judgement.verdict == Verdict::Refused && is_divergence(runner.ways[f.case_index].alone);
    told_as_refused += j.verdict == Verdict::Refused ||
                       (j.verdict == Verdict::Flaky && j.flaky_as == Verdict::Refused);
  }
  // One case that was refused, and fails alone, is told as it fails alone.
  RC_ASSERT(refused == 0 || told_as_refused > 0 || (refused == 1 && refused_to_fail_alone == 1));
  // What is told of a case is what it is judged.
  std::map<std::size_t, Verdict> records;
  for (const Record& r : told.records)
    RC_ASSERT(records.emplace(r.found.seed, r.judgement.verdict).second);
  for (const auto& [i, j] : judged) {
    RC_ASSERT(records.contains(i) == is_divergence(j.verdict));
    if (records.contains(i)) RC_ASSERT(records[i] == j.verdict);
  }
}

}  // namespace
}  // namespace assay::conformance::testing
