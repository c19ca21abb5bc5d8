// Whatever keeps a run from passing is in its complaints.
#include "conformance/gate/judged_run.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "conformance/gate/gate.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

JudgedRun drawn_run() {
  JudgedRun run;
  Tally::OfOperator& o = run.result.state.tally.of(*catalogue().all()[0]);
  const auto few = [] { return *rc::gen::element<std::uint64_t>(0, 0, 3); };
  for (const Verdict v : {Verdict::Pass, Verdict::Wrong})
    o.verdicts[static_cast<std::size_t>(v)] = few();
  // Invalid descriptors that a backend refused pass without elements.
  o.elements = few();
  for (const bool is_short : {false, true})
    if (const std::uint64_t n = few()) {
      o.verdicts[static_cast<std::size_t>(Verdict::Skip)] += n;
      run.result.state.tally.add_skips({"a reason", is_short}, n);
    }
  run.result.stopped = *rc::gen::arbitrary<bool>();
  if (run.result.stopped) run.result.unjudged = few();
  if (*rc::gen::arbitrary<bool>()) run.result.state.crashed_idle = "ended by SIGSEGV";
  if (*rc::gen::arbitrary<bool>()) run.missing_shards = {"3/8"};
  if (*rc::gen::arbitrary<bool>()) {
    run.coverage.emplace();
    run.coverage->operators.push_back(
        {catalogue().all()[0].get(), {1, 2}, {2, 2}, {3, 4}, {}, {}, {}});
    run.min_coverage = *rc::gen::element(0.0, 50.0, 50.1);
  }
  if (*rc::gen::arbitrary<bool>()) {
    run.waivers.emplace();
    run.waivers->strict = *rc::gen::arbitrary<bool>();
    run.waivers->waived = std::min<std::uint64_t>(few(), run.tally().divergences());
    for (auto* ids : {&run.waivers->expired, &run.waivers->unused, &run.waivers->passing,
                      &run.waivers->otherwise})
      if (*rc::gen::arbitrary<bool>()) ids->push_back("an-id");
  }
  return run;
}

RC_GTEST_PROP(Complaints, are_red_exactly_where_the_exit_code_is_not_of_divergences_alone, ()) {
  const JudgedRun run = drawn_run();
  const bool diverges = run.tally().divergences() > run.waived();
  bool red = false, of_waivers = false;
  for (const Complaint& c : complaints(run)) {
    RC_ASSERT(!c.text.empty());
    red |= c.red;
    of_waivers |= c.red && c.about == "waivers";
  }
  RC_ASSERT(exit_code(run) == (diverges || of_waivers ? 1 : red ? 3 : 0));
  // The same rule, stated by what must never pass.
  const bool tested = run.tally().elements() > 0;
  const bool lacks = !tested || run.tally().shorts() > 0 || run.result.stopped ||
                     !run.missing_shards.empty() || run.lacks_coverage() ||
                     !run.result.state.crashed_idle.empty();
  if (lacks) RC_ASSERT(exit_code(run) != 0);
}

TEST(Complaints, are_red_for_an_operator_that_was_named_and_not_tested) {
  const specs::Spec& tested = *catalogue().all()[0];
  const specs::Spec& skipped = *catalogue().all()[1];
  JudgedRun run;
  run.facts.options.operators = {&tested, &skipped, catalogue().all()[2].get()};
  run.result.state.tally.of(tested).elements = 1;
  run.result.state.tally.of(skipped).verdicts[static_cast<std::size_t>(Verdict::Skip)] = 1;
  EXPECT_EQ(exit_code(run), 0);
  EXPECT_EQ(complaints(run).at(0).text, "No case of 1 of 3 operators; more cases reach them: " +
                                            catalogue().all()[2]->name() + ".");
  run.facts.options.named = true;
  EXPECT_EQ(exit_code(run), 3);
  EXPECT_EQ(complaints(run).at(0).text,
            "Named, and not tested: " + skipped.name() + ", " + catalogue().all()[2]->name() + ".");
  // Another shard may have its cases.
  run.facts.options.shard = parse_shard("1/2");
  EXPECT_EQ(exit_code(run), 0);
}

TEST(Complaints, name_each_waiver_and_shard) {
  JudgedRun run;
  run.missing_shards = {"3/8", "5/8, unfinished: farm/shard-5"};
  run.waivers.emplace();
  run.waivers->expired = {"old"};
  run.waivers->passing = {"mended", "mended-too"};
  run.waivers->otherwise = {"worse"};
  std::string told;
  for (const Complaint& c : complaints(run)) told += c.text + (c.red ? "!" : "") + "\n";
  EXPECT_EQ(told,
            "Waiver expired: old\nWaiver unexpectedly passing: mended\n"
            "Waiver unexpectedly passing: mended-too\n"
            "Waiver of another verdict than its cases have: worse\n"
            "Missing: shard 3/8!\nMissing: shard 5/8, unfinished: farm/shard-5!\n"
            "Nothing was tested.!\n");
}

TEST(Complaints, name_what_was_told_and_not_looked_at_again_unless_a_waiver_covers_it) {
  const std::string line = "gather:level=4_1";
  for (const auto& [told, covered] : {std::pair{ToldFailure{Verdict::Wrong, Verdict::Wrong}, true},
                                      {ToldFailure{Verdict::Crashed, Verdict::Crashed}, false},
                                      {ToldFailure{Verdict::Flaky, Verdict::Wrong}, false}}) {
    Waiver waiver;
    waiver.case_glob = line;
    waiver.verdicts = {Verdict::Wrong};
    waiver.expires = "2030-01-01";
    GateTerms terms;
    terms.waivers = {waiver};
    terms.day = "2026-01-01";
    Gate gate(terms, catalogue());
    gate.open({});
    CampaignResult result;
    result.state.told[3][line] = told;
    const auto all = complaints(gate.judge({}, std::move(result), {}));
    EXPECT_EQ(std::ranges::any_of(all, [](const Complaint& c) { return c.about == "told"; }),
              !covered)
        << name_of(told.verdict);
  }
}

TEST(Complaints,
     tell_where_waivers_were_not_asked_of_all_cases_and_are_red_where_these_must_be_in_order) {
  for (const bool counted : {true, false})
    for (const bool strict : {true, false}) {
      Waiver waiver;
      waiver.id = "unused";
      waiver.case_glob = "gather:level=4_1";
      waiver.expires = "2030-01-01";
      GateTerms terms;
      terms.waivers = {waiver};
      terms.day = "2026-01-01";
      terms.strict = strict;
      Gate gate(terms, catalogue());
      gate.open({});
      if (!counted) gate.leave_uncounted();
      CampaignResult result;
      result.state.tally.of(*catalogue().all()[0]).elements = 1;
      const JudgedRun run = gate.judge({}, std::move(result), {});
      EXPECT_EQ(exit_code(run), !strict ? 0 : counted ? 1 : 3);
      EXPECT_EQ(complaints(run).at(0).text.starts_with("Waiver unused"), counted);
      EXPECT_EQ(complaints(run).at(0).red, strict);
    }
}

TEST(Verdict, accuses_the_driver_alone_only_where_each_of_our_kernels_was_built) {
  JudgedRun run;
  run.result.state.tally.of(*catalogue().all()[0])
      .verdicts[static_cast<std::size_t>(Verdict::Wrong)] = 2;
  EXPECT_EQ(verdict_in_words(run), "2 of 2 cases diverge: the driver is at fault in each.");
  const std::string either =
      "2 of 2 cases diverge: the driver or the kernels are at fault in each.";
  JudgedRun unbuilt = run;
  unbuilt.result.state.compiled = {{"gather/bits", true}, {"gather/plain", false}};
  EXPECT_EQ(verdict_in_words(unbuilt), either);
}

TEST(Verdict, names_the_kernels_of_the_users_own_that_diverge) {
  JudgedRun run;
  const auto diverge = [&](const char* name) {
    run.result.state.tally.of(*catalogue().find(name))
        .verdicts[static_cast<std::size_t>(Verdict::Wrong)] = 1;
  };
  run.facts.own_kernels = {{"gather", {"mine/gather.cl"}},
                           {"gemm", {"mine/gemm.cl", "mine/sums.clh"}}};
  diverge("slice1");
  EXPECT_EQ(verdict_in_words(run), "1 of 1 cases diverge: the driver is at fault in each.");
  diverge("gather");
  EXPECT_EQ(
      verdict_in_words(run),
      "2 of 2 cases diverge: the driver is at fault in each, or the kernels of mine/gather.cl "
      "in those of gather.");
  run.result.state.tally = {};
  diverge("gather");
  EXPECT_EQ(verdict_in_words(run),
            "1 of 1 cases diverge: the kernels of mine/gather.cl or the driver are at fault in "
            "each.");
  diverge("gemm");
  EXPECT_EQ(verdict_in_words(run),
            "2 of 2 cases diverge: the kernels of mine or the driver are at fault in each.");
}

TEST(Coverage, asked_for_and_not_reached_is_less_tested_than_asked_for) {
  const specs::Case c = specs::parse_case(
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1",
      catalogue());
  JudgedRun run;
  run.result.state.tally.add(c, Judgement{});
  run.coverage = measure_coverage({c.spec}, run.tally(), {}, goals());
  EXPECT_EQ(exit_code(run), 0);
  run.min_coverage = 1;
  EXPECT_EQ(exit_code(run), 3);
  run.coverage.reset();
  EXPECT_EQ(exit_code(run), 3);
  run.min_coverage = 0;
  EXPECT_EQ(exit_code(run), 0);
}

}  // namespace
}  // namespace assay::conformance::testing
