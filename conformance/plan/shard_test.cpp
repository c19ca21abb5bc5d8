// Tests that shards partition a campaign, and of the ways to choose a shard.
#include "conformance/plan/shard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "conformance/plan/batch.h"
#include "conformance/plan/batch_walk.h"
#include "ops/error.h"
#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

RC_GTEST_PROP(Shard, each_round_of_batches_has_one_for_every_shard, ()) {
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 50);
  const auto round = *rc::gen::inRange<std::uint64_t>(0, 1000000);
  std::vector<unsigned> owners(count);
  for (std::uint64_t batch = round * count; batch < (round + 1) * count; ++batch)
    for (std::uint64_t i = 0; i < count; ++i) owners[i] += Shard{i, count}.owns(batch);
  for (const unsigned n : owners) RC_ASSERT(n == 1);
}

/// The cases of a shard, by their batch.
std::map<std::uint64_t, std::vector<std::string>> cases_of(CampaignOptions options, Shard shard) {
  options.shard = shard;
  const BatchPlan plan(options);
  std::map<std::uint64_t, std::vector<std::string>> lines;
  ops::KeptVector<specs::Case> cases;
  for (BatchWalk walk(plan, options); !walk.at_end(); walk.next()) {
    plan.draw(walk.batch(), walk.count(), cases);
    for (const specs::Case& c : cases) lines[walk.batch()].push_back(specs::print_case(c));
  }
  return lines;
}

RC_GTEST_PROP(Shard, the_cases_of_all_shards_are_those_of_the_campaign, ()) {
  CampaignOptions options;
  options.operators = some_specs();
  options.limits.max_elements = 256;
  options.cases = *rc::gen::inRange<std::uint64_t>(1, 3000);
  options.seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 12);
  std::map<std::uint64_t, std::vector<std::string>> together;
  for (std::uint64_t i = 0; i < count; ++i)
    for (auto& [batch, lines] : cases_of(options, {i, count}))
      RC_ASSERT(together.emplace(batch, lines).second);
  RC_ASSERT(together == cases_of(options, {}));
}

RC_GTEST_PROP(Shard, a_walk_goes_on_where_another_stopped, ()) {
  CampaignOptions options;
  options.operators = some_specs();
  options.cases = *rc::gen::inRange<std::uint64_t>(1, 300);
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 5);
  options.shard = {*rc::gen::inRange<std::uint64_t>(0, count), count};
  const BatchPlan plan(options);
  std::uint64_t settled = 0;
  for (BatchWalk walk(plan, options); !walk.at_end(); walk.next()) {
    const BatchWalk again(plan, options, settled);
    RC_ASSERT(again.batch() == walk.batch());
    RC_ASSERT(again.count() == walk.count());
    RC_ASSERT(again.left() == walk.left());
    settled = walk.batch() + 1;
  }
  RC_ASSERT(BatchWalk(plan, options, settled).left() == 0u);
}

TEST(Shard, of_neighbouring_rounds_meet_other_operators) {
  // If a shard were the batch's number modulo `count`, it would see only one residue of the
  // operators' cycle.
  constexpr std::uint64_t kCycle = 8;
  std::set<std::uint64_t> seen;
  for (std::uint64_t batch = 0; batch < 40 * kCycle; ++batch)
    if (Shard{3, kCycle}.owns(batch)) seen.insert(batch % kCycle);
  EXPECT_EQ(seen.size(), kCycle);
}

TEST(Shard, is_read_as_people_write_it) {
  EXPECT_EQ(parse_shard("1/1"), (Shard{0, 1}));
  EXPECT_EQ(parse_shard("8/8"), (Shard{7, 8}));
  EXPECT_EQ(parse_shard("8/8").name(), "8/8");
  for (const char* bad : {"", "3", "/", "0/8", "9/8", "1/0", "-1/8", "1/8x", "1/200000", "a/b"})
    EXPECT_THROW(parse_shard(bad), Error) << bad;
}

std::optional<Shard> from(const std::map<std::string, std::string>& variables) {
  return shard_from_environment([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Shard, comes_from_the_engines_variables) {
  EXPECT_EQ(from({}), std::nullopt);
  EXPECT_EQ(from({{"TEST_SHARD_INDEX", "2"}, {"TEST_TOTAL_SHARDS", "4"}}), (Shard{2, 4}));
  EXPECT_EQ(from({{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "4"}}), (Shard{0, 4}));
  EXPECT_EQ(from({{"CI_NODE_INDEX", "4"}, {"CI_NODE_TOTAL", "4"}}), (Shard{3, 4}));
  EXPECT_EQ(from({{"JOB_COMPLETION_INDEX", "1"}, {"JOB_COMPLETION_TOTAL", "3"}}), (Shard{1, 3}));
  EXPECT_EQ(from({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_COUNT", "8"}}), (Shard{7, 8}));
  EXPECT_EQ(from({{"SLURM_ARRAY_TASK_ID", "8"},
                  {"SLURM_ARRAY_TASK_COUNT", "8"},
                  {"SLURM_ARRAY_TASK_MIN", "1"}}),
            (Shard{7, 8}));
  EXPECT_EQ(from({{"SLURM_ARRAY_TASK_ID", "6"},
                  {"SLURM_ARRAY_TASK_COUNT", "3"},
                  {"SLURM_ARRAY_TASK_MIN", "2"},
                  {"SLURM_ARRAY_TASK_STEP", "4"}}),
            (Shard{1, 3}));
}

std::string refusal(const std::map<std::string, std::string>& variables) {
  try {
    from(variables);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Shard, a_total_alone_is_no_whole_unless_it_is_one) {
  EXPECT_EQ(refusal({{"CI_NODE_TOTAL", "4"}}),
            "CI_NODE_TOTAL=4 is set and CI_NODE_INDEX is not: set it, or give --shard I/N (1/1 for "
            "all)");
  // GitLab sets this for every job.
  EXPECT_EQ(from({{"CI_NODE_TOTAL", "1"}}), std::nullopt);
  EXPECT_EQ(from({{"CI_NODE_TOTAL", "1"}, {"TEST_SHARD_INDEX", "1"}, {"TEST_TOTAL_SHARDS", "2"}}),
            (Shard{1, 2}));
}

TEST(Shard, of_two_engines_is_taken_where_they_agree) {
  const std::map<std::string, std::string> bazel{{"TEST_SHARD_INDEX", "1"},
                                                 {"TEST_TOTAL_SHARDS", "4"}};
  auto both = bazel;
  both.insert({{"GTEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "4"}});
  EXPECT_EQ(from(both), (Shard{1, 4}));
  auto apart = bazel;
  apart.insert({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "4"}});
  EXPECT_EQ(
      refusal(apart),
      "TEST_SHARD_INDEX asks for shard 2/4 and CI_NODE_INDEX for shard 1/4: give --shard I/N");
}

TEST(Shard, variables_that_make_no_sense_are_refused) {
  EXPECT_THROW(from({{"CI_NODE_INDEX", "1"}}), Error);
  EXPECT_THROW(from({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "4"}}), Error);
  EXPECT_THROW(from({{"TEST_SHARD_INDEX", "4"}, {"TEST_TOTAL_SHARDS", "4"}}), Error);
  EXPECT_THROW(from({{"TEST_SHARD_INDEX", "x"}, {"TEST_TOTAL_SHARDS", "4"}}), Error);
  EXPECT_THROW(from({{"JOB_COMPLETION_INDEX", "3"}}), Error);
}

TEST(Shard, the_engine_is_told_that_shards_are_understood) {
  const std::filesystem::path file = test_folder() / "shard-status";
  std::filesystem::remove(file);
  const std::string path = file.string();
  acknowledge_sharding([&](const char* name) -> const char* {
    return std::string(name) == "TEST_SHARD_STATUS_FILE" ? path.c_str() : nullptr;
  });
  EXPECT_TRUE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace assay::conformance::testing
