// When a worker gives up its place, and that nothing else changes by it.
#include <gtest/gtest.h>
#include <stdlib.h>

#include "conformance/campaign/campaign.h"
#include "conformance/workers/wire.h"
#include "conformance/workers/worker_runner.h"
#include "specs/case_text.h"
#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

using conformance::WorkerOptions;

const specs::Catalogue& catalogue() {
  static const specs::Catalogue all;
  return all;
}

/// Workers that tell a file of their starts.
struct Workers {
  Workers() {
    options.program =
        folder.file("program", "#!/bin/sh\necho >> '" + (folder.path / "starts").string() +
                                   "'\nexec '" ASSAY_PROGRAM "' \"$@\"\n");
    std::filesystem::permissions(options.program, std::filesystem::perms::owner_all);
    ::setenv("POCL_CACHE_DIR", pocl_cache().c_str(), 1);
  }

  std::size_t starts() const { return text_of(folder.path / "starts").size(); }

  TestFolder folder;
  WorkerOptions options;
};

TEST(Worker, is_worn_by_so_many_launches_at_which_a_driver_may_compile) {
  Workers workers;
  workers.options.most_first_runs = 3;
  conformance::WorkerProcess worker(workers.options);
  const auto run = [&](const std::string& local) {
    const specs::Case c = specs::parse_case(kGather + "@variant=bits:local=" + local, catalogue());
    worker.send({{{"do", "run"},
                  {"cases", conformance::cases_to_json({&c, 1})},
                  {"route", conformance::route_to_json(conformance::parse_route(c.route))}},
                 {}});
    const auto reply = worker.reply();
    ASSERT_TRUE(std::holds_alternative<conformance::Message>(*reply));
  };
  for (const char* local : {"32", "32", "64", "32", "64"}) {
    run(local);
    EXPECT_FALSE(worker.is_worn()) << local;
  }
  run("16");
  EXPECT_TRUE(worker.is_worn());
}

TEST(Worker, that_is_worn_is_replaced_and_nothing_is_lost_or_done_twice) {
  const auto campaign = [](std::uint64_t most_first_runs, std::size_t& starts) {
    Workers workers;
    workers.options.most_first_runs = most_first_runs;
    conformance::CampaignOptions options;
    options.operators = {catalogue().find("gather"), catalogue().find("slice1")};
    options.cases = 3000;
    conformance::WorkerRunner investigator(workers.options);
    conformance::KernelLibrary library(std::nullopt);
    conformance::WorkerCrew crew(workers.options, 2, options, catalogue(), false);
    const auto result = run_campaign({crew, investigator, library, 2}, options);
    starts = workers.starts();
    EXPECT_EQ(result.state.cases, 3000u);
    EXPECT_EQ(result.state.incidents, 0u);
    return result.tally().operators();
  };
  std::size_t calm = 0, busy = 0;
  EXPECT_EQ(campaign(1000, calm), campaign(10, busy));
  EXPECT_EQ(calm, 3u);
  EXPECT_GT(busy, 6u);
}

}  // namespace
}  // namespace assay::cmd::testing
