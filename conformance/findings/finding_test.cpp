// Failures are made up by a rule on the cases of a campaign, so no device is needed: a case that
// meets the rule has failed.
#include "conformance/findings/finding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "conformance/findings/conditions.h"
#include "conformance/findings/properties.h"
#include "conformance/run/record.h"
#include "specs/draw.h"
#include "specs/fill.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// A campaign whose cases fail where `fault` names how, from the texts of their properties.
class FaultyCampaign {
 public:
  using Texts = std::set<std::string>;
  using Fault = std::function<std::string(const Texts&)>;

  /// Of a fault that sees the case itself, whether it shows.
  using OfCase = std::function<bool(const specs::Case&, const Route&)>;

  FaultyCampaign(std::vector<const char*> operators, std::uint64_t batches, Fault fault,
                 double shapes = 0, OfCase of_case = {})
      : library_(std::nullopt), fault_(std::move(fault)), of_case_(std::move(of_case)) {
    options_.shapes = shapes;
    for (const char* name : operators) options_.operators.push_back(catalogue().find(name));
    device_.standards = {12, 20, 30};
    device_.max_work_group_size = 1024;
    device_.address_bits = 64;
    device_.max_allocation = device_.global_memory = std::uint64_t{1} << 30;
    const BatchPlan plan(options_, &library_);
    ops::KeptVector<specs::Case> cases;
    for (; batches_ < batches; ++batches_) {
      plan.draw(batches_, plan.size(batches_), cases);
      const auto offered = library_.offered(*cases[0].spec, types_of(cases[0].descriptor), device_);
      const Route route = plan.draw_route(batches_, cases, offered, device_);
      for (const specs::Case& c : cases)
        if (const std::string failure = judge(c, route); !failure.empty())
          failed_.push_back({line_of(c, route), batches_, failure});
    }
  }

  std::vector<Finding> findings(bool with_fresh_cases) {
    const ExplainedRun run{options_, batches_, catalogue(), library_, device_, skipped_, go_on_};
    TryCase try_case;
    if (with_fresh_cases)
      try_case = [this](const specs::Case& c, const Route& route) { return judge(c, route); };
    return find_findings(failed_, run, try_case);
  }

  const std::vector<FailedCase>& failed() const { return failed_; }

  /// Draws up to `count` cases that meet the conditions of a finding, of its operators in turn.
  /// Gives how many there are, and how many of them fail.
  std::pair<std::size_t, std::size_t> fresh_under(const Finding& f, std::size_t count) {
    Conditions conditions(catalogue());
    specs::SeededChooser chooser(f.failing.size());
    std::size_t met = 0, failed = 0;
    for (std::size_t i = 0; i < 200 * count && met < count; ++i) {
      const specs::Spec& spec = *catalogue().find(f.operators[i % f.operators.size()]);
      const specs::Case c = specs::draw(spec, chooser, {1 << 12});
      const auto offered = library_.offered(spec, types_of(c.descriptor), device_);
      const Route route = draw_route(offered, device_, chooser, &c);
      if (!conditions.hold(f.conditions, line_of(c, route))) continue;
      ++met;
      failed += !judge(c, route).empty();
    }
    return {met, failed};
  }

  /// From now on the cases of this batch that did not fail count as not judged.
  void cut_off(std::uint64_t batch) { skipped_.insert(batch); }
  void give_no_time() {
    go_on_ = [] { return false; };
  }

 private:
  std::string judge(const specs::Case& c, const Route& route) {
    if (of_case_) return of_case_(c, route) ? "Wrong" : "";
    Texts texts;
    for (const Properties::Id id : properties_.of(library_.knobs(*c.spec), c, route))
      texts.insert(properties_[id].text);
    return fault_(texts);
  }

  KernelLibrary library_;
  Properties properties_;
  Fault fault_;
  OfCase of_case_;
  CampaignOptions options_;
  opencl::DeviceInfo device_;
  std::uint64_t batches_ = 0;
  std::vector<FailedCase> failed_;
  std::set<std::uint64_t> skipped_;
  std::function<bool()> go_on_;
};

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

TEST(Finding, takes_no_case_for_passing_whose_batch_has_cases_that_were_not_judged) {
  // Half of the batches were cut off. Their cases say nothing, though they did not fail.
  FaultyCampaign campaign({"gather"}, 60, [](const auto& has) {
    return has.contains("indices=negative") ? "Wrong" : "";
  });
  const auto before = campaign.findings(false);
  for (std::uint64_t b = 0; b < 60; b += 2) campaign.cut_off(b);
  const auto after = campaign.findings(false);
  ASSERT_EQ(before.size(), 1u);
  ASSERT_EQ(after.size(), 1u);
  EXPECT_GT(after[0].passing, 0u);
  EXPECT_LT(after[0].passing, before[0].passing);
  EXPECT_EQ(after[0].conditions, std::vector<std::string>{"indices=negative"});
  EXPECT_EQ(after[0].passing_alike, 0u);
  for (std::uint64_t b = 0; b < 60; ++b) campaign.cut_off(b);
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

TEST(Finding, of_few_failures_is_corrected_by_fresh_cases) {
  FaultyCampaign campaign({"gather"}, 60, [](const auto& has) {
    return has.contains("variant=vector") && has.contains("queue=several") ? "Wrong" : "";
  });
  ASSERT_FALSE(campaign.failed().empty());
  EXPECT_EQ(conditions_of(campaign.findings(true)),
            (std::set<std::vector<std::string>>{{"queue=several", "variant=vector"}}));
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

/// Ten faults, as drivers and kernels have them. Each shows in every case that it is about.
struct PlantedFault {
  const char* what;
  std::function<bool(const specs::Case&, const Route&)> shows;
};

std::int64_t size_at(const specs::Case& c, const char* tensor, std::int64_t dimension) {
  return c.descriptor.tensor(tensor).sizes[static_cast<std::size_t>(dimension)];
}

const std::vector<PlantedFault>& planted_faults() {
  static const auto of = [](const specs::Case& c, const char* name) {
    return c.spec->name() == name;
  };
  static const auto last = [](const specs::Case& c, const char* tensor) {
    return c.descriptor.tensor(tensor).sizes.back();
  };
  static const std::vector<PlantedFault> all{
      {"gather reads past an axis of more than four elements",
       [](const specs::Case& c, const Route& r) {
         return of(c, "gather") && r.variant == "bits" &&
                size_at(c, "InputTensor", c.descriptor.value("Axis")) > 4;
       }},
      {"gemm adds up no more than four products",
       [](const specs::Case& c, const Route&) {
         if (!of(c, "gemm")) return false;
         const ops::List& sizes = c.descriptor.tensor("ATensor").sizes;
         return sizes[sizes.size() - (c.descriptor.value("TransA") == 1 ? 2 : 1)] > 4;
       }},
      {"slice1 loses half of eight bytes",
       [](const specs::Case& c, const Route& r) {
         return of(c, "slice1") && r.variant == "typed" &&
                size_of(c.descriptor.tensor("InputTensor").type) == 8;
       }},
      {"tile leaves out what is behind the last four elements",
       [](const specs::Case& c, const Route& r) {
         return of(c, "tile") && r.variant == "bits" &&
                elements_of(c.descriptor.tensor("OutputTensor")) % 4 != 0;
       }},
      {"one_hot is wrong along the first axis",
       [](const specs::Case& c, const Route& r) {
         return of(c, "one_hot") && r.variant == "bits" && c.descriptor.value("Axis") == 0;
       }},
      {"depth_to_space is wrong for blocks of more than two",
       [](const specs::Case& c, const Route&) {
         return of(c, "depth_to_space") && c.descriptor.value("BlockSize") > 2;
       }},
      {"cumulative_summation is wrong for long rows",
       [](const specs::Case& c, const Route&) {
         return of(c, "cumulative_summation") && last(c, "InputTensor") > 64;
       }},
      {"sub-buffers begin where their parent does",
       [](const specs::Case&, const Route& r) {
         return r.launch.memory == opencl::MemoryKind::SubBuffer;
       }},
      {"rectangles are wrong in pieces",
       [](const specs::Case&, const Route& r) {
         return r.launch.memory == opencl::MemoryKind::Rect && r.launch.pieces != 1;
       }},
      {"profiled queues are wrong", [](const specs::Case&, const Route& r) {
         return r.launch.queue == opencl::QueueKind::Profiling;
       }}};
  return all;
}

TEST(Finding, of_ten_faults_at_once_are_about_ten_whose_conditions_hold_for_fresh_cases) {
  // ASSAY_FRESH_CASES gives another number of fresh cases.
  const char* asked = std::getenv("ASSAY_FRESH_CASES");
  const std::size_t count = asked ? std::strtoull(asked, nullptr, 10) : 200;
  const std::vector<const char*> operators{
      "gather", "gemm", "slice1", "tile", "one_hot", "depth_to_space", "cumulative_summation"};
  FaultyCampaign campaign(operators, 400, {}, 0, [](const specs::Case& c, const Route& route) {
    return std::ranges::any_of(planted_faults(),
                               [&](const PlantedFault& f) { return f.shows(c, route); });
  });
  const auto findings = campaign.findings(true);
  std::size_t explained = 0, held = 0;
  for (const Finding& f : findings) {
    std::printf("%s\n  %s\n", f.title().c_str(), f.sentence().c_str());
    if (!f.is_explained()) continue;
    ++explained;
    const auto [met, failed] = campaign.fresh_under(f, count);
    std::printf("  of %zu fresh cases with that %zu fail\n", met, failed);
    held += met > 0 && failed == met;
  }
  EXPECT_GE(findings.size(), 9u);
  EXPECT_LE(findings.size(), 11u);
  EXPECT_GE(held, 9u);
  EXPECT_EQ(explained, held);
}

TEST(Finding, has_the_same_key_in_another_run_and_another_key_for_another_cause) {
  Finding one{{"gather"}, "Wrong", {"indices=negative"}, {0}, 5, 0};
  Finding two = one;
  two.failing = {1, 2};
  two.passing = 70;
  EXPECT_EQ(one.key(), two.key());
  two.conditions = {"indices=edges"};
  EXPECT_NE(one.key(), two.key());
}

TEST(Finding, says_what_fails_and_that_nothing_alike_passes) {
  const Finding f{{"gather"}, "Wrong", {"indices=negative", "variant=typed"}, {0, 1, 2}, 1204, 0};
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
