// A signal ends each command soon, which tells what it knows and never ends by the signal itself.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "testing/cmd/program.h"
#include "testing/cmd/running.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

using assay::testing::GrantedTime;

/// How a command ended that was told to end.
struct Stopped {
  int code = 0;
  std::string out;
};

/// Starts a command, with a driver that is faulty if `fault` names how, and sends it a signal when
/// its worker has worked for a while. Expects the end within 5 s.
Stopped stopped(const std::vector<std::string>& words, const std::string& fault, int signal) {
  const TestFolder folder;
  Surroundings around = fault.empty() ? Surroundings() : with_fault(fault);
  around.output_to = folder.path / "stdout";
  Running command(words, around);
  EXPECT_TRUE(command.starts_worker()) << text_of(around.output_to);
  constexpr double kWork = 3;
  EXPECT_FALSE(command.ends_within(kWork)) << text_of(around.output_to);
  const GrantedTime granted;
  const int code = command.end(signal);
  EXPECT_LT(granted.seconds(), 5);
  return {code, text_of(around.output_to)};
}

TEST(Stop, tells_of_cases_that_were_not_run) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGALRM}) {
    const Stopped s = stopped({"check", kGather, kGather}, "every-launch-hang", signal);
    EXPECT_EQ(s.code, 3) << signal << "\n" << s.out;
    EXPECT_NE(s.out.find("the run ended before"), s.out.npos) << s.out;
  }
}

TEST(Stop, ends_all_that_runs_one_case_while_its_driver_hangs) {
  const TestFolder folder;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"shrink", kGather},
        {"explain", kGather},
        {"export", kGather, "--out", (folder.path / "c").string()},
        {"ulps", "--function", "exp"}}) {
    const Stopped s = stopped(words, "every-launch-hang", SIGTERM);
    EXPECT_TRUE(s.code == 2 || s.code == 3) << words[0] << " " << s.code << "\n" << s.out;
  }
}

TEST(Stop, ends_an_export_though_its_program_is_large) {
  const TestFolder folder;
  const std::string line = fmt::format(
      "element_wise_identity:level=3_0:InputTensor=INT32.1x1x1x{0}:OutputTensor=INT32.1x1x1x{0}:"
      "seed=1@variant=each",
      16'000'000);
  const Stopped s = stopped({"export", line, "--out", (folder.path / "c").string()}, "", SIGTERM);
  EXPECT_EQ(s.code, 2) << s.out;
}

/// A case file with an answer, of which the oracle takes seconds. All is 0, but the last element of
/// the answer is `last`.
std::string large_file(const std::string& last) {
  constexpr int kSize = 1300;
  std::string zeros;
  for (int i = 1; i < kSize * kSize; ++i) zeros += "0,";
  std::string file = R"({"operator": "gemm", "level": "4_0",
    "members": {"TransA": 0, "TransB": 0, "Alpha": 1, "Beta": 0}, "tensors": {)";
  for (const char* tensor : {"ATensor", "BTensor", "OutputTensor"})
    file += fmt::format(R"({}"{}": {{"type": "FLOAT32", "sizes": [1, 1, {}, {}], "data": [{}{}]}})",
                        tensor[0] == 'A' ? "" : ",", tensor, kSize, kSize, zeros,
                        tensor[0] == 'O' ? last : "0");
  return file + "}}";
}

TEST(Stop, does_not_wait_for_the_oracle_of_a_large_case_file) {
  const TestFolder folder;
  const Stopped s = stopped({"check", folder.file("a.case.json", large_file("0"))}, "", SIGTERM);
  EXPECT_EQ(s.code, 3) << s.out;
  EXPECT_NE(s.out.find("the run ended before"), s.out.npos) << s.out;
}

TEST(Stop, of_a_worker_alone_does_not_lose_what_is_disputed) {
  const TestFolder folder;
  Surroundings around;
  around.output_to = folder.path / "stdout";
  Running command({"check", folder.file("a.case.json", large_file("1"))}, around);
  EXPECT_TRUE(command.starts_worker());
  constexpr double kUntilTheOracleWorks = 2;
  EXPECT_FALSE(command.ends_within(kUntilTheOracleWorks));
  std::mt19937 random(1);
  EXPECT_TRUE(command.kill_worker(random));
  EXPECT_EQ(command.end(), 2);
  EXPECT_TRUE(text_of(around.output_to).starts_with("Disputed")) << text_of(around.output_to);
}

TEST(Stop, leaves_what_was_found_to_be_told) {
  const TestFolder folder;
  std::string lines = kNegative + "\n";
  // The signal comes before so many cases are over, and after the first one, whose kernel is built
  // before.
  for (int i = 0; i < 30'000; ++i) lines += kGather + "\n";
  EXPECT_EQ(assay({"check", kNegative, kGather, "--kernels", faulty_kernels()}).code, 1);
  const Stopped checked = stopped(
      {"check", folder.file("lines.txt", lines), "--kernels", faulty_kernels()}, "", SIGTERM);
  EXPECT_EQ(checked.code, 1);
  for (const char* told : {"Wrong  ", "Pass  ", "the run ended before"})
    EXPECT_NE(checked.out.find(told), std::string::npos) << told;
  // The kernels are built before, at the work-group sizes that PoCL takes for these two numbers of
  // arguments, so that the signal comes while functions are measured: many of them, each of which
  // takes little, and none of which is beyond its limit on PoCL 3.1.
  std::vector<std::string> words{
      "ulps", "--function",
      "exp,exp2,exp10,expm1,log,log2,log10,log1p,sqrt,rsqrt,cbrt,asin,acos,atan,sinh,cosh,tanh,"
      "asinh,acosh,atanh,erf,pow,atan2,divide",
      "--arguments", "262144"};
  EXPECT_NE(assay(words).code, 2);
  words.back() = "1048576";
  const Stopped measured = stopped(words, "", SIGTERM);
  EXPECT_EQ(measured.code, 3);
  EXPECT_NE(measured.out.find("largest errors is beyond its limit"), std::string::npos)
      << measured.out;
}

TEST(Stop, is_not_told_as_a_fault_of_the_driver_where_its_process_is_ended_as_well) {
  const TestFolder folder;
  Surroundings around = with_fault("every-launch-hang");
  around.errors_to = folder.path / "stderr";
  Running command({"ulps", "--function", "exp"}, around);
  EXPECT_TRUE(command.starts_worker());
  constexpr double kUntilTheDriverHangs = 1;
  EXPECT_FALSE(command.ends_within(kUntilTheDriverHangs));
  command.signal(SIGTERM);
  std::mt19937 random(1);
  EXPECT_TRUE(command.kill_worker(random));
  EXPECT_EQ(command.end(), 2);
  EXPECT_EQ(text_of(around.errors_to), "assay: stopped before there was a result\n");
}

/// A pipe that is full, and that nobody reads.
class FullPipe {
 public:
  FullPipe() {
    ::fcntl(pipe_.write.get(), F_SETFL, O_NONBLOCK);
    while (::write(pipe_.write.get(), "", 1) == 1) {
    }
    ::fcntl(pipe_.write.get(), F_SETFL, 0);
  }
  int end() const { return pipe_.write.get(); }

 private:
  ops::Pipe pipe_;
};

TEST(Stop, ends_a_command_whose_output_nobody_reads) {
  const FullPipe pipe;
  for (const auto& [words, works] :
       {std::pair(std::vector<std::string>{"run", "--operator", kFewOperators}, 5),
        std::pair(std::vector<std::string>{"list"}, 1)}) {
    ops::ChildOptions options = child_of(words, {});
    options.out = options.err = pipe.end();
    ops::ChildProcess command(options);
    EXPECT_FALSE(command.wait(ops::Deadline(works)));
    const GrantedTime granted;
    command.signal(SIGTERM);
    const auto ended = command.wait(ops::Deadline(60));
    EXPECT_LT(granted.seconds(), 5);
    ASSERT_TRUE(ended) << words[0] << " still waits for a reader";
    EXPECT_EQ(ended->shell_code(), 2);
  }
}

TEST(Stop, does_not_come_by_signals_that_a_driver_could_send_to_hold_or_end_the_program) {
  // The C library keeps this signal for its threads.
  constexpr int kOfThreads = 32;
  for (const int signal : {SIGTSTP, SIGTTIN, SIGTTOU, kOfThreads}) {
    Running command({"run", "--operator", "slice1", "--budget", "3s"});
    EXPECT_TRUE(command.starts_worker());
    command.signal(signal);
    ASSERT_TRUE(command.ends_within(60)) << signal;
    // A busy machine may leave no time to test anything.
    const int code = command.end();
    EXPECT_TRUE(code == 0 || code == 3) << signal << ": " << code;
  }
}

TEST(Stop, ends_a_command_that_waits_for_its_input_with_a_line) {
  ops::Pipe input;
  ops::ChildProcess command({.program = assay::testing::built_program(),
                             .words = {"assay", "validate", "-"},
                             .in = input.read.get()});
  EXPECT_FALSE(command.wait(ops::Deadline(1)));
  command.signal(SIGTERM);
  EXPECT_EQ(command.wait()->shell_code(), 2);
}

}  // namespace
}  // namespace assay::cmd::testing
