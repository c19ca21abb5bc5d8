// A budget and a signal bound the time that a run takes, whatever the driver does.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "ops/line_reader.h"
#include "testing/cmd/program.h"
#include "testing/cmd/running.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;
using assay::testing::GrantedTime;

/// The drivers that hang: at every launch, at the sizes of some launches, when they finish, when
/// they build.
const char* const kHangs[] = {"every-launch-hang", "size-hang", "finish-hang", "build-hang"};

/// Runs under a budget of so many seconds. Expects that the run is over in time, and that its
/// folder can be read. Gives its exit code.
int bounded_run(const std::string& fault, int budget, const std::string& operators = "slice1") {
  constexpr int kMostOver = 10;
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  const GrantedTime granted;
  // SLICE1 has large cases, which meet the sizes that hang.
  const Ran ran = assay({"run", "--operator", operators, "--budget", std::to_string(budget),
                         "--timeout", "4", "--build-timeout", "4", "--out", out.string()},
                        with_fault(fault, "1"));
  EXPECT_LT(granted.seconds(), budget + kMostOver);
  const Json run = Json::parse(text_of(out / "run.json"));
  EXPECT_EQ(run["exit_code"], ran.code) << ran.out << ran.err;
  // All that reads runs takes it.
  EXPECT_EQ(assay({"mesa", out.string(), "--out", (folder.path / "mesa").string()}).code, 0);
  return ran.code;
}

TEST(BoundedTime, holds_whatever_hangs) {
  for (const char* fault : kHangs) {
    SCOPED_TRACE(fault);
    // How many batches a budget has room for depends on the machine, and the first of them may all
    // have sizes that do not hang. A run that meets a hang is never green.
    int code = 0;
    for (int budget = 3; code == 0 && budget <= 50; budget *= 4) code = bounded_run(fault, budget);
    EXPECT_TRUE(code == 1 || code == 3) << code;
  }
}

TEST(BoundedTime, holds_where_whole_batches_fail_and_have_long_reproducers) {
  EXPECT_EQ(bounded_run("read-tail", 20, "gather,slice1"), 1);
}

/// How many processes of this machine have the variable ASSAY_TEST_MARK with this value.
int marked_processes(const std::string& mark) {
  int found = 0;
  for (const auto& process : fs::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "environ");
    for (std::string variable; std::getline(file, variable, '\0');)
      found += variable == "ASSAY_TEST_MARK=" + mark;
  }
  return found;
}

TEST(BoundedTime, leaves_nothing_running_that_a_driver_started) {
  const std::string mark = std::to_string(::getpid());
  Surroundings surroundings = with_fault("process-left", "1");
  surroundings.environment.emplace_back("ASSAY_TEST_MARK", mark);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", "--operator", "gather", "--cases", "200"},
        {"run", "--in-process", "--operator", "gather", "--cases", "200"},
        {"check", kGather}}) {
    const Ran ran = assay(words, surroundings);
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(marked_processes(mark), 0);
  }
  Running run({"run", "--operator", "gather", "--cases", "1000000"}, surroundings);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_GT(marked_processes(mark), 0) << "the run lasts";
  run.end(SIGTERM);
  EXPECT_EQ(marked_processes(mark), 0);
  Running pressed_twice({"run", "--operator", "gather", "--cases", "1000000"}, surroundings);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_GT(marked_processes(mark), 0) << "the run lasts";
  pressed_twice.signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(pressed_twice.end(SIGINT), 128 + SIGINT);
  EXPECT_EQ(marked_processes(mark), 0);
  Running killed({"run", "--operator", "gather", "--cases", "1000000"}, surroundings);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_GT(marked_processes(mark), 0) << "the run lasts";
  killed.end(SIGKILL);
  for (const ops::Deadline deadline(20); marked_processes(mark) && !deadline.has_passed();)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(marked_processes(mark), 0);
}

TEST(BoundedTime, begins_with_the_process_and_not_when_the_device_is_open) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"--timeout", "1000", "--build-timeout", "1000"}}) {
    std::vector<std::string> all{"run", "--budget", "3s"};
    all.insert(all.end(), words.begin(), words.end());
    const GrantedTime granted;
    expect_complaint(assay(all, with_fault("devices-hang", "1")), "nothing was tested: ");
    EXPECT_LT(granted.seconds(), 3 + 10);
  }
  const TestFolder folder;
  Running run({"run"}, with_fault("devices-hang", "1"));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const GrantedTime granted;
  EXPECT_EQ(run.end(SIGTERM), 2);
  EXPECT_LT(granted.seconds(), 5);
}

TEST(BoundedTime, cuts_off_what_did_not_come_back_and_says_so) {
  // A slow machine ends a short budget before anything was launched. No launch ends by itself.
  std::string out;
  const auto says_so = [&] {
    return out.find("the run ended before they were judged (short)") != std::string::npos;
  };
  for (int budget = 2; !says_so() && budget <= 128; budget *= 4) {
    const TestFolder folder;
    const Ran ran = assay({"run", "--budget", std::to_string(budget), "--timeout", "1000",
                           "--build-timeout", "1000", "--out", (folder.path / "out").string()},
                          with_fault("every-launch-hang", "1"));
    out = ran.out;
    EXPECT_TRUE(!says_so() || ran.code == 3) << ran.code << ran.out << ran.err;
  }
  EXPECT_TRUE(says_so()) << out;
}

TEST(BoundedTime, ends_soon_after_a_signal_whatever_hangs) {
  for (const int signal : {SIGTERM, SIGHUP, SIGUSR1, SIGABRT, SIGSEGV, SIGRTMAX}) {
    const TestFolder folder;
    const fs::path out = folder.path / "out";
    Running run({"run", "--cases", "100000", "--out", out.string()},
                with_fault("every-launch-hang", "1"));
    while (!run.is_over() && !fs::exists(out / "checkpoint.json"))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const GrantedTime granted;
    EXPECT_EQ(run.end(signal), 3);
    EXPECT_LT(granted.seconds(), 5);
    EXPECT_TRUE(fs::exists(out / "run.json"));
  }
}

TEST(BoundedTime, of_a_plan_ends_soon_after_a_signal) {
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  std::string lines;
  for (int seed = 1; seed <= 400; ++seed)
    lines += kGather + ":seed=" + std::to_string(seed) + "@variant=bits\n";
  Running run({"run", "--plan", folder.file("plan.txt", lines), "--out", out.string()},
              with_fault("every-launch-hang", "1"));
  while (!run.is_over() && !fs::exists(out / "checkpoint.json"))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const GrantedTime granted;
  EXPECT_EQ(run.end(SIGTERM), 3);
  EXPECT_LT(granted.seconds(), 5);
}

TEST(BoundedTime, is_that_of_the_second_signal_where_ctrl_c_is_pressed_twice) {
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  Running run({"run", "--cases", "100000", "--out", out.string()},
              with_fault("every-launch-hang", "1"));
  while (!run.is_over() && !fs::exists(out / "checkpoint.json"))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  run.signal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const GrantedTime granted;
  EXPECT_EQ(run.end(SIGINT), 128 + SIGINT);
  EXPECT_LT(granted.seconds(), 1);
}

TEST(BoundedTime, leaves_most_of_a_run_to_others_where_one_size_in_five_hangs) {
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  const Ran ran = assay({"run", "--budget", "16s", "--plain", "--timeout", "2", "--build-timeout",
                         "2", "--out", out.string()},
                        with_fault("size-hang", "1"));
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_GT(Json::parse(text_of(out / "run.json"))["operators"].size(), 1u);
}

TEST(BoundedTime, of_a_hang_keeps_back_no_failure_that_is_found_behind_it) {
  ops::Pipe pipe;
  // No hang ends, so no batch behind one is settled.
  ops::ChildProcess run(
      {.program = assay::testing::built_program(),
       .words = {"assay", "run", "--operator", "gather,slice1", "--plain", "--kernels",
                 faulty_kernels(), "--jobs", "2", "--timeout", "1000", "--build-timeout", "1000"},
       .environment = {{"POCL_CACHE_DIR", pocl_cache().string()},
                       {"OPENCL_LAYERS", fault_layer().string()},
                       {"ASSAY_FAULT", "size-hang"}},
       .out = pipe.write.get()});
  pipe.write.close();
  bool told = false;
  ops::LineReader lines(pipe.read.get());
  for (const ops::Deadline deadline(100); !told && !lines.at_end() && !deadline.has_passed();)
    if (const auto line = lines.next(deadline))
      told = line->find("seen in its batch; looked into when the batches before it") != line->npos;
  EXPECT_TRUE(told);
  EXPECT_FALSE(run.wait(ops::Deadline(0)));
  run.signal(SIGTERM);
  // The report may be longer than what a pipe holds.
  while (!lines.at_end()) lines.next(ops::Deadline::never());
  EXPECT_EQ(run.wait()->shell_code(), 1);
}

TEST(BoundedTime, ends_a_run_in_which_nothing_can_be_built) {
  const Ran ran = assay({"run", "--plain"}, with_fault("build-refused", "1"));
  expect_complaint({ran.code, "", ran.err, ""},
                   "nothing can be tested: the first 200 batches all failed at the same call: ");
}

TEST(BoundedTime, does_not_count_while_the_run_and_its_workers_are_stopped) {
  constexpr double kTimeout = 5;
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  Running run({"run", "--operator", "gather", "--budget", "15", "--timeout",
               std::to_string(kTimeout), "--build-timeout", std::to_string(kTimeout), "--out",
               out.string()});
  while (!run.is_over() && !fs::exists(out / "checkpoint.json"))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ASSERT_FALSE(run.is_over());
  run.pause(kTimeout + 1);
  // Nothing was given up or left out.
  EXPECT_EQ(run.end(), 0) << text_of(out / "failures.jsonl");
}

TEST(BoundedTime, ends_soon_after_a_signal_where_nobody_reads_the_output) {
  ops::Pipe pipe;
  constexpr int kSmallest = 4096;
  ASSERT_EQ(::fcntl(pipe.write.get(), F_SETPIPE_SZ, kSmallest), kSmallest);
  ops::ChildProcess run({.program = assay::testing::built_program(),
                         .words = {"assay", "run", "--operator", "gather", "--cases", "100000",
                                   "--plain", "--kernels", faulty_kernels()},
                         .environment = {{"POCL_CACHE_DIR", pocl_cache().string()}},
                         .out = pipe.write.get()});
  pipe.write.close();
  // The pipe is full when it holds nearly as much as it can.
  for (int held = 0; held < kSmallest / 2;) {
    ASSERT_EQ(::ioctl(pipe.read.get(), FIONREAD, &held), 0);
    ASSERT_FALSE(run.wait(ops::Deadline(0.05)));
  }
  EXPECT_FALSE(run.wait(ops::Deadline(3))) << "the run waits for its reader";
  const GrantedTime granted;
  run.signal(SIGTERM);
  EXPECT_EQ(run.wait()->shell_code(), 2);
  EXPECT_LT(granted.seconds(), 5);
}

}  // namespace
}  // namespace assay::cmd::testing
