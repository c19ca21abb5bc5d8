// Tests when a worker is replaced, that the results do not change by it, and that no worker is
// waited for longer than its limits.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "conformance/campaign/campaign.h"
#include "conformance/run/device_json.h"
#include "conformance/workers/wire.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "specs/case_text.h"
#include "testing/cmd/program.h"
#include "testing/granted_time.h"
#include "testing/places.h"
#include "testing/specs/catalogue.h"

namespace assay::cmd::testing {
namespace {

using conformance::WorkerOptions;

using specs::testing::catalogue;

/// Options for workers that count their starts in a file.
struct Workers {
  /// `serve` is the shell command that a worker runs after it has counted its start.
  explicit Workers(const std::string& serve = std::string("exec '") +
                                              assay::testing::built_program() + "' \"$@\"") {
    options.program =
        folder.file("program", "#!/bin/bash\necho >> '" + (folder.path / "starts").string() +
                                   "'\n" + serve + "\n");
    std::filesystem::permissions(options.program, std::filesystem::perms::owner_all);
    ::setenv("POCL_CACHE_DIR", pocl_cache().c_str(), 1);
  }

  std::size_t starts() const { return text_of(folder.path / "starts").size(); }

  TestFolder folder;
  WorkerOptions options;
};

conformance::Message request_to_run(const std::string& line) {
  const specs::Case c = specs::parse_case(line, catalogue());
  return {{{"do", "run"},
           {"cases", conformance::cases_to_json({&c, 1})},
           {"route", conformance::route_to_json(conformance::parse_route(c.route))}},
          {}};
}

TEST(Worker, is_worn_by_so_many_launches_at_which_a_driver_may_compile) {
  Workers workers;
  workers.options.most_first_runs = 3;
  conformance::WorkerProcess worker(workers.options);
  const auto run = [&](const std::string& local) {
    worker.send(request_to_run(kGather + "@variant=bits:local=" + local));
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
  EXPECT_EQ(campaign(1000, calm), campaign(5, busy));
  EXPECT_EQ(calm, 3u);
  EXPECT_GT(busy, calm + 2);
}

TEST(Worker, has_no_batch_that_waits_where_the_end_is_near) {
  Workers workers;
  conformance::CampaignOptions options;
  options.operators = {catalogue().find("gather")};
  for (const bool near : {false, true}) {
    conformance::WorkerCrew crew(workers.options, 2, options, catalogue(), false);
    if (near) crew.end_is_near();
    crew.start(0, 1, 0);
    EXPECT_TRUE(crew.has_room());
    crew.start(1, 1, 0);
    EXPECT_EQ(crew.has_room(), !near);
  }
}

TEST(Worker, that_crashes_after_its_last_case_is_told) {
  for (const auto& [end, told] :
       {std::pair{"kill -KILL $$", ""}, std::pair{"kill -SEGV $$", "ended by SIGSEGV"},
        std::pair{"exit 7", "exited with status 7"}, std::pair{"exit 0", ""}}) {
    Workers workers(std::string("'") + assay::testing::built_program() + "' \"$@\"\n" + end);
    conformance::CampaignOptions options;
    options.operators = {catalogue().find("gather")};
    options.cases = 20;
    conformance::WorkerRunner investigator(workers.options);
    conformance::KernelLibrary library(std::nullopt);
    conformance::WorkerCrew crew(workers.options, 1, options, catalogue(), false);
    const auto result = run_campaign({crew, investigator, library, 1}, options);
    EXPECT_EQ(result.tally().count(conformance::Verdict::Crashed), 0u);
    const std::string& crashed = result.state.crashed_idle;
    EXPECT_TRUE(*told ? crashed.starts_with(told) : crashed.empty()) << crashed;
    EXPECT_EQ(result.state.incidents, std::string(end).starts_with("kill -KILL") ? 2u : 0u);
  }
}

TEST(Worker, that_cannot_be_started_any_more_ends_the_campaign_and_nothing_is_thrown) {
  Workers workers(
      std::string("(( $(wc -c < \"${0%program}starts\") < 4 )) || kill -SEGV $$\nexec '") +
      assay::testing::built_program() + "' \"$@\"");
  workers.options.most_first_runs = 5;
  conformance::CampaignOptions options;
  options.operators = {catalogue().find("gather")};
  options.cases = 3000;
  conformance::WorkerRunner investigator(workers.options);
  conformance::KernelLibrary library(std::nullopt);
  conformance::WorkerCrew crew(workers.options, 2, options, catalogue(), false);
  const auto result = run_campaign({crew, investigator, library, 2}, options);
  EXPECT_TRUE(result.stopped);
  EXPECT_TRUE(result.gone.starts_with("the driver cannot be started: a worker ended by SIGSEGV"))
      << result.gone;
  EXPECT_GT(result.unjudged, 0u);
  // Those that were begun are judged, or count as not tested.
  EXPECT_EQ(result.tally().total() + result.unjudged, 3000u);
  EXPECT_EQ(result.tally().divergences(), 0u);
  EXPECT_GT(result.tally().count(conformance::Verdict::Pass), 0u);
}

/// Starts a worker that cannot be started, and gives the message of the Error. Expects that it
/// takes less than half a minute of granted time.
std::string complaint_of(const WorkerOptions& options) {
  const assay::testing::GrantedTime granted;
  std::string complaint = "(none)";
  try {
    const conformance::WorkerProcess worker(options);
  } catch (const Error& e) {
    complaint = e.what();
  }
  EXPECT_LT(granted.seconds(), 30);
  return complaint;
}

/// A shell command that writes `bytes` to the channel and then writes nothing more.
std::string saying(const std::string& bytes) {
  return "printf '" + bytes + "' >&\"$3\"; exec sleep 1000";
}

TEST(Worker, that_says_half_of_a_message_is_ended) {
  Workers workers(saying(R"(\100\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0{)"));
  workers.options.timeout = workers.options.build_timeout = 1;
  EXPECT_EQ(complaint_of(workers.options),
            "the driver cannot be started: a worker no end within 1 s while starting");
}

TEST(Worker, that_stops_amid_a_message_is_ended_though_it_has_no_other_limit) {
  // The script writes that it is idle to the memory that it shares with the parent.
  const Workers workers("printf '\\1' | dd of=/proc/self/fd/$5 conv=notrunc 2>/dev/null; " +
                        saying(R"(\100\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0{)"));
  EXPECT_EQ(complaint_of(workers.options),
            "the driver cannot be started: a worker no end within 10 s");
}

TEST(Worker, that_says_what_is_no_message_is_ended_at_once) {
  // A length that no message can have, and two bytes that are no JSON.
  for (const std::string bytes :
       {R"(\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0)", R"(\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0{{)"}) {
    const Workers workers(saying(bytes));
    EXPECT_EQ(complaint_of(workers.options),
              "the driver cannot be started: a worker sent an answer that it was not asked for "
              "while starting; did it fork?");
  }
}

/// The bytes that a worker sends for a message without text.
std::string frame_of(const Json& json) {
  const std::string text = json.dump();
  const std::uint64_t lengths[2] = {text.size(), 0};
  return std::string(reinterpret_cast<const char*>(lengths), sizeof lengths) + text;
}

TEST(Worker, that_answers_for_fewer_cases_than_it_got_is_ended) {
  const opencl::DeviceInfo device = conformance::WorkerProcess(Workers().options).device();
  const specs::Case c = specs::parse_case(kGather, catalogue());
  for (const char* const answer : {R"([])", R"([{"verdict":"Pass"},{"verdict":"Pass"}])"}) {
    const TestFolder folder;
    const Json reply{{"number", 1}, {"judgements", Json::parse(answer)}};
    const std::string frames = folder.file(
        "frames", frame_of({{"device", conformance::device_to_json(device)}}) + frame_of(reply));
    const Workers workers("cat '" + frames + "' >&\"$3\"; exec sleep 1000");
    conformance::WorkerRunner runner(workers.options);
    const auto judgements = runner.run({&c, 1}, conformance::parse_route(c.route));
    ASSERT_EQ(judgements.size(), 1u);
    EXPECT_EQ(judgements[0].verdict, conformance::Verdict::Crashed);
  }
}

TEST(Worker, that_takes_no_request_is_ended_as_soon_as_a_stop_is_asked_for) {
  Workers workers;
  bool stops = false;
  workers.options.go_on = [&] { return !stops; };
  conformance::WorkerProcess worker(workers.options);
  ASSERT_EQ(::kill(worker.pid(), SIGSTOP), 0);
  conformance::Message request = request_to_run(kGather);
  request.text.assign(8 << 20, 'x');
  stops = true;
  const assay::testing::GrantedTime granted;
  worker.send(request);
  const auto reply = worker.reply();
  const auto* lost = std::get_if<conformance::Lost>(&*reply);
  ASSERT_TRUE(lost);
  EXPECT_TRUE(lost->cut_off);
  EXPECT_LT(granted.seconds(), 5);
}

TEST(Worker, that_is_silent_at_what_has_no_other_limit_is_ended) {
  // The script writes the stage (Idle or Preparing) to the memory that it shares with the parent.
  for (const std::string stage : {R"(\1)", R"(\5)"}) {
    Workers workers("printf '" + stage +
                    "' | dd of=/proc/self/fd/$5 conv=notrunc 2>/dev/null; exec sleep 1000");
    workers.options.host_timeout = 1;
    EXPECT_TRUE(complaint_of(workers.options).find("no end within 1 s") != std::string::npos);
  }
}

TEST(Worker, that_opens_another_device_than_the_first_is_not_used) {
  Workers workers;
  const opencl::DeviceInfo device = conformance::WorkerProcess(workers.options).device();
  workers.options.opened = device;
  EXPECT_EQ(conformance::WorkerProcess(workers.options).device().full_name(), device.full_name());
  workers.options.opened->max_work_group_size = 1;
  EXPECT_EQ(complaint_of(workers.options),
            fmt::format("a worker opened another device than the first: max_work_group_size is {}, "
                        "not 1",
                        device.max_work_group_size));
}

TEST(Worker, that_is_stopped_is_noticed_and_is_no_fault_of_the_drivers) {
  Workers workers;
  workers.options.timeout = 1;
  conformance::WorkerProcess worker(workers.options);
  ASSERT_EQ(::kill(worker.pid(), SIGSTOP), 0);
  const assay::testing::GrantedTime granted;
  worker.send(request_to_run(kGather));
  const auto reply = worker.reply();
  const auto* lost = std::get_if<conformance::Lost>(&*reply);
  ASSERT_TRUE(lost);
  EXPECT_TRUE(lost->from_outside);
  EXPECT_LT(granted.seconds(), 30);
}

TEST(Worker, that_stops_itself_each_time_is_believed_to_be_stopped_from_outside_but_twice) {
  Workers workers(std::string("kill -STOP $$; exec '") + assay::testing::built_program() +
                  "' \"$@\"");
  workers.options.timeout = 0.5;
  EXPECT_EQ(complaint_of(workers.options),
            "the driver cannot be started: a worker no end within 0.5 s");
  EXPECT_EQ(workers.starts(), conformance::kStopsBelieved + 1);
}

TEST(Worker, leads_a_group_of_its_own) {
  const Workers workers;
  const conformance::WorkerProcess worker(workers.options);
  EXPECT_EQ(::getpgid(worker.pid()), worker.pid());
}

}  // namespace
}  // namespace assay::cmd::testing
