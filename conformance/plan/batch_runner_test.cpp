// Tests that batches give the same results when they are prepared in advance.
#include "conformance/plan/batch_runner.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

CampaignOptions all_operators() {
  CampaignOptions options;
  options.operators = some_specs();
  return options;
}

void expect_same(const BatchResult& a, const BatchResult& b) {
  EXPECT_EQ(a.lines, b.lines);
  EXPECT_EQ(a.verdicts, b.verdicts);
  EXPECT_EQ(a.tally.operators(), b.tally.operators());
  EXPECT_EQ(a.covered.to_json(), b.covered.to_json());
  EXPECT_EQ(a.failures.size(), b.failures.size());
}

constexpr std::uint64_t kBatches = 100;

/// Runs batches one by one and compares the results with those of another pipeline, which is told
/// what comes next by `foretold`. Each batch is run twice, because most batches build the first
/// time. Gives how often `foretold` was called.
template <typename Foretold>
unsigned compare(Foretold foretold) {
  const BatchPlan plan(all_operators());
  Pipeline one = test_pipeline(), other = test_pipeline();
  BatchRunner alone(one, plan), ahead(other, plan);
  unsigned asked = 0;
  for (std::uint64_t n = 0; n < 2 * kBatches; ++n) {
    const std::uint64_t i = n % kBatches;
    const BatchRunner::Asked batch{i, plan.size(i)};
    const auto next = [&]() -> std::optional<BatchRunner::Asked> {
      ++asked;
      return foretold(plan, i);
    };
    expect_same(alone.run(batch, true), ahead.run(batch, true, next));
  }
  return asked;
}

TEST(BatchRunner, gives_the_same_where_it_knows_what_comes_next) {
  const unsigned asked = compare([](const BatchPlan& plan, std::uint64_t i) {
    return BatchRunner::Asked{i + 1, plan.size(i + 1)};
  });
  EXPECT_GE(asked, kBatches / 2);
}

TEST(BatchRunner, gives_the_same_where_something_else_comes_next) {
  const unsigned asked = compare([](const BatchPlan& plan, std::uint64_t i) {
    return i % 3 == 0 ? BatchRunner::Asked{i + 2, plan.size(i + 2)}
                      : BatchRunner::Asked{i + 1, 1 + plan.size(i + 1) / 2};
  });
  EXPECT_GE(asked, kBatches / 2);
}

/// A pipeline that records the order of its calls.
class ToldPipeline : public Pipeline {
 public:
  ToldPipeline() : Pipeline(test_pipeline()) {}
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route& route) override {
    told += prepared.data() == cases.data() ? "R" : "r";
    return Pipeline::run(cases, route);
  }
  void prepare(std::span<const specs::Case> cases, const Route& route) override {
    told += "p";
    prepared = cases;
    Pipeline::prepare(cases, route);
  }
  std::string told;
  std::span<const specs::Case> prepared;
};

TEST(BatchRunner, makes_the_next_batch_ready_while_one_runs_and_runs_that) {
  CampaignOptions options;
  options.operators = {catalogue().find("gather")};
  options.plain_routes = true;
  const BatchPlan plan(options);
  ToldPipeline pipeline;
  BatchRunner runner(pipeline, plan);
  for (int repetition = 0; repetition < 2; ++repetition) {
    pipeline.told.clear();
    pipeline.prepared = {};
    for (std::uint64_t i = 0; i < 3; ++i)
      runner.run({i, 4}, false, [&] { return BatchRunner::Asked{i + 1, 4}; });
  }
  // In the first repetition programs are built, and nothing is prepared during a build.
  EXPECT_EQ(pipeline.told, "rpRpRp");
}

TEST(BatchRunner, runs_a_batch_that_could_not_be_made_ready) {
  const BatchPlan plan(all_operators());
  Pipeline pipeline = test_pipeline();
  BatchRunner runner(pipeline, plan);
  runner.run({0, 4}, false);
  unsigned asked = 0;
  const auto next = [&]() -> std::optional<BatchRunner::Asked> {
    ++asked;
    throw std::runtime_error("no");
  };
  for (int i = 0; i < 2; ++i) EXPECT_EQ(runner.run({0, 4}, false, next).tally.total(), 4u);
  EXPECT_EQ(asked, 2u);
}

}  // namespace
}  // namespace assay::conformance::testing
