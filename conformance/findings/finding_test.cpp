// Failures are made up by a rule on the cases of a campaign, so no device is needed: a case that
// meets the rule has failed.
#include "conformance/findings/finding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "specs/fill.h"
#include "testing/conformance/faulty_campaign.h"

namespace assay::conformance::testing {
namespace {

std::set<std::vector<std::string>> conditions_of(const std::vector<Finding>& findings) {
  std::set<std::vector<std::string>> all;
  for (const Finding& f : findings) all.insert(f.conditions);
  return all;
}

/// The conditions of the findings where cases of an operator fail that `fault` holds for. No
/// passing case may meet them.
std::set<std::vector<std::string>> found_of(const char* name, FaultyCampaign::OfCase fault) {
  FaultyCampaign campaign({name}, 60, {}, 0, std::move(fault));
  const auto findings = campaign.findings(true);
  for (const Finding& f : findings) EXPECT_EQ(f.passing_alike, 0u) << f.sentence();
  return conditions_of(findings);
}

TEST(Finding, names_what_the_indices_hold_and_how_long_their_axis_is) {
  // The data are looked at here, since most of the cases that are drawn with `indices=negative` or
  // `indices=edges` have a negative index, and some have none.
  const auto has_negative = [](const specs::Case& c, const Route&) {
    ops::Problem problem;
    specs::fill(c, problem);
    const ops::TensorDesc& indices = problem.tensor("IndicesTensor");
    const ops::TensorDesc& input = problem.tensor("InputTensor");
    bool negative = false;
    for (std::uint64_t i = 0; i < elements_of(indices); ++i)
      negative |= integer_at(indices.type, problem.input("IndicesTensor"), i) < 0;
    return negative && input.sizes[static_cast<std::size_t>(c.descriptor.value("Axis"))] > 1;
  };
  EXPECT_EQ(found_of("gather", has_negative),
            (std::set<std::vector<std::string>>{
                {"IndicesTensor with negative indices", "InputTensor.Sizes[Axis]>=2"}}));
}

TEST(Finding, names_the_size_that_a_rule_names) {
  const auto is_deep = [](const specs::Case& c, const Route&) {
    const ops::List& sizes = c.descriptor.tensor("ATensor").sizes;
    return sizes[sizes.size() - (c.descriptor.value("TransA") == 1 ? 2 : 1)] > 4;
  };
  EXPECT_EQ(found_of("gemm", is_deep), (std::set<std::vector<std::string>>{{"K>=5"}}));
}

TEST(Finding, names_the_local_size_where_it_is_no_value_of_a_knob) {
  const auto is_large = [](const specs::Case&, const Route& route) {
    return route.launch.local > 64;
  };
  EXPECT_EQ(found_of("gather", is_large), (std::set<std::vector<std::string>>{{"local size>=65"}}));
}

TEST(Finding, names_a_kind_of_memory_that_coverage_does_not_count) {
  const auto ends_at_a_page = [](const specs::Case&, const Route& route) {
    return route.launch.memory == opencl::MemoryKind::PageEnd && route.variant == "bits";
  };
  EXPECT_EQ(found_of("gather", ends_at_a_page),
            (std::set<std::vector<std::string>>{{"memory=pageend", "variant=bits"}}));
}

TEST(Finding, names_what_is_left_where_elements_are_divided) {
  const auto is_left = [](const specs::Case& c, const Route&) {
    return elements_of(c.descriptor.tensor("OutputTensor")) % 4 != 0;
  };
  EXPECT_EQ(found_of("gather", is_left),
            (std::set<std::vector<std::string>>{{"elements of OutputTensor no multiple of 4"}}));
}

TEST(Finding, names_a_value_that_an_input_holds) {
  const auto has_minus_zero = [](const specs::Case& c, const Route& route) {
    ops::Problem problem;
    specs::fill(c, problem);
    const ops::TensorDesc& input = problem.tensor("InputTensor");
    bool found = false;
    for (std::uint64_t i = 0; is_float(input.type) && i < elements_of(input); ++i) {
      const double value = float_at(input.type, problem.input("InputTensor"), i);
      found |= value == 0 && std::signbit(value);
    }
    return found && route.variant == "typed";
  };
  EXPECT_EQ(found_of("gather", has_minus_zero),
            (std::set<std::vector<std::string>>{{"InputTensor with -0", "variant=typed"}}));
}

TEST(Finding, is_one_for_each_fault_with_its_cause) {
  FaultyCampaign campaign({"gather", "slice1"}, 200, [](const auto& has) -> std::string {
    if (has.contains("operator=gather") && has.contains("indices=negative") &&
        has.contains("variant=typed"))
      return "Wrong";
    if (has.contains("memory=map") && has.contains("InputTensor.layout=broadcast")) return "Wrong";
    if (has.contains("queue=profiling")) return "Stray (guard)";
    return "";
  });
  const auto findings = campaign.findings(true);
  std::size_t failing = 0;
  for (const Finding& f : findings) {
    failing += f.failing.size();
    EXPECT_TRUE(f.is_explained()) << f.sentence();
  }
  EXPECT_EQ(failing, campaign.failed().size());
  EXPECT_EQ(conditions_of(findings),
            (std::set<std::vector<std::string>>{{"indices=negative", "variant=typed"},
                                                {"InputTensor.layout=broadcast", "memory=map"},
                                                {"queue=profiling"}}));
}

TEST(Finding, is_one_for_a_fault_that_shows_in_several_ways) {
  FaultyCampaign campaign({"gather"}, 120, [n = 0](const auto& has) mutable -> std::string {
    if (!has.contains("memory=map")) return "";
    return ++n % 3 != 0 ? "Stray (guard)" : "Crashed";
  });
  const auto findings = campaign.findings(true);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].failures, (std::vector<std::string>{"Stray (guard)", "Crashed"}));
  EXPECT_EQ(findings[0].conditions, std::vector<std::string>{"memory=map"});
  EXPECT_TRUE(findings[0].title().starts_with("Stray (guard), Crashed in gather, "));
}

TEST(Finding, is_another_one_where_cases_fail_in_another_manner) {
  for (const char* other : {"Flaky", "Wrong after another case", "Accepted"}) {
    FaultyCampaign campaign({"gather"}, 120, [&, n = 0](const auto& has) mutable -> std::string {
      if (!has.contains("memory=map")) return "";
      return ++n % 2 == 0 ? "Wrong" : other;
    });
    const auto findings = campaign.findings(false);
    ASSERT_EQ(findings.size(), 2u) << other;
    for (const Finding& f : findings) EXPECT_EQ(f.failures.size(), 1u) << other;
  }
}

TEST(Finding, without_a_cause_is_one_for_each_way_to_fail) {
  FaultyCampaign campaign({"gather"}, 60, [n = 0](const auto&) mutable -> std::string {
    return ++n % 9 == 0 ? n % 2 == 0 ? "Wrong" : "Crashed" : "";
  });
  campaign.give_no_time();
  const auto findings = campaign.findings(false);
  ASSERT_EQ(findings.size(), 2u);
  for (const Finding& f : findings) EXPECT_EQ(f.failures.size(), 1u);
}

TEST(Finding, takes_no_case_for_passing_whose_batch_has_cases_that_were_not_judged) {
  // Half of the batches were cut off. Their cases say nothing, though they did not fail. There are
  // so few cases that all are looked at.
  constexpr std::uint64_t kBatches = 24;
  FaultyCampaign campaign({"gather"}, kBatches, [](const auto& has) {
    return has.contains("indices=negative") ? "Wrong" : "";
  });
  const auto before = campaign.findings(false);
  for (std::uint64_t b = 0; b < kBatches; b += 2) campaign.cut_off(b);
  const auto after = campaign.findings(false);
  ASSERT_EQ(before.size(), 1u);
  ASSERT_EQ(after.size(), 1u);
  EXPECT_GT(after[0].passing, 0u);
  EXPECT_LT(after[0].passing, before[0].passing);
  EXPECT_EQ(after[0].conditions, std::vector<std::string>{"indices=negative"});
  EXPECT_EQ(after[0].passing_alike, 0u);
  for (std::uint64_t b = 0; b < kBatches; ++b) campaign.cut_off(b);
  EXPECT_EQ(campaign.findings(false)[0].passing, 0u);
}

TEST(Finding, is_one_without_a_cause_where_there_is_no_time_to_look_for_one) {
  FaultyCampaign campaign({"gather"}, 60, [](const auto& has) {
    return has.contains("indices=negative") ? "Wrong" : "";
  });
  campaign.give_no_time();
  const auto findings = campaign.findings(true);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_FALSE(findings[0].is_explained());
  EXPECT_EQ(findings[0].failing.size(), campaign.failed().size());
}

TEST(Finding, keeps_its_cause_where_the_time_is_over_while_cases_are_run) {
  FaultyCampaign campaign({"gather"}, 60, [](const auto& has) {
    return has.contains("indices=negative") ? "Wrong" : "";
  });
  for (const std::size_t runs : {1, 5, 40}) {
    campaign.give_time_for(runs);
    const auto findings = campaign.findings(true);
    ASSERT_EQ(findings.size(), 1u) << runs;
    EXPECT_EQ(findings[0].conditions, std::vector<std::string>{"indices=negative"}) << runs;
  }
}

TEST(Finding, of_few_failures_is_corrected_by_fresh_cases) {
  FaultyCampaign campaign({"gather"}, 120, [](const auto& has) {
    return has.contains("variant=vector") && has.contains("queue=several") ? "Wrong" : "";
  });
  ASSERT_FALSE(campaign.failed().empty());
  EXPECT_EQ(conditions_of(campaign.findings(true)),
            (std::set<std::vector<std::string>>{{"queue=several", "variant=vector"}}));
}

TEST(Finding, has_no_cause_where_one_case_failed_and_no_fresh_cases_had_it_too) {
  FaultyCampaign campaign({"gather"}, 120, [n = 0](const auto& has) mutable {
    return has.contains("indices=negative") && ++n == 1 ? "Wrong" : "";
  });
  ASSERT_EQ(campaign.failed().size(), 1u);
  ASSERT_TRUE(campaign.findings(false)[0].is_explained());
  campaign.give_time_for(1);
  EXPECT_FALSE(campaign.findings(true)[0].is_explained());
}

TEST(Finding, is_of_one_operator_where_two_fail_for_reasons_that_do_not_show_in_each_case) {
  FaultyCampaign campaign({"gather", "slice1"}, 300, [n = 0](const auto& has) mutable {
    const bool is_at_fault = has.contains("operator=gather") ? has.contains("indices=negative")
                                                             : has.contains("memory=map");
    return is_at_fault && ++n % 3 != 0 ? "Wrong" : "";
  });
  const auto findings = campaign.findings(false);
  std::size_t failing = 0;
  for (const Finding& f : findings) {
    failing += f.failing.size();
    const bool is_exact = f.is_explained() && f.passing_alike == 0;
    EXPECT_TRUE(f.operators.size() == 1 || is_exact) << f.title() << f.sentence();
  }
  EXPECT_EQ(failing, campaign.failed().size());
}

TEST(Finding, names_the_rewritings_that_fail) {
  FaultyCampaign campaign(
      {"gather", "slice1"}, 400,
      [](const auto& has) {
        return has.contains("shape with peel") && has.contains("operator=gather") ? "Wrong" : "";
      },
      0.5);
  for (const bool with_fresh_cases : {false, true}) {
    const auto findings = campaign.findings(with_fresh_cases);
    EXPECT_EQ(conditions_of(findings), (std::set<std::vector<std::string>>{{"shape with peel"}}));
    EXPECT_EQ(findings[0].operators, std::vector<std::string>{"gather"});
    EXPECT_EQ(findings[0].failing.size(), campaign.failed().size());
  }
}

TEST(Finding, has_the_same_key_in_another_run_and_another_key_for_another_cause) {
  Finding one{{"gather"}, {"Wrong"}, {"indices=negative"}, {0}, 5, 0};
  Finding two = one;
  two.failing = {1, 2};
  two.passing = 70;
  EXPECT_EQ(one.key(), two.key());
  two.conditions = {"indices=edges"};
  EXPECT_NE(one.key(), two.key());
}

TEST(Finding, says_what_fails_and_that_nothing_alike_passes) {
  const Finding f{{"gather"}, {"Wrong"}, {"indices=negative", "variant=typed"}, {0, 1, 2}, 1204, 0};
  EXPECT_EQ(f.title(), "Wrong in gather, 3 cases");
  EXPECT_EQ(f.sentence(),
            "All 3 failing cases have indices=negative and variant=typed; of 1,204 passing cases, "
            "none has that together.");
}

TEST(Finding, does_not_claim_a_cause_where_a_driver_fails_at_random) {
  FaultyCampaign campaign({"gather"}, 40,
                          [n = 0](const auto&) mutable { return ++n % 9 == 0 ? "Wrong" : ""; });
  const auto findings = campaign.findings(true);
  EXPECT_FALSE(findings.empty());
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [](const Finding& f) { return !f.is_explained(); }));
}

}  // namespace
}  // namespace assay::conformance::testing
