// What a run tells of itself while it goes on.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "cmd/progress_text.h"
#include "ops/child_process.h"
#include "ops/line_reader.h"
#include "testing/cmd/program.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

TEST(Progress, is_one_line_with_what_is_known) {
  EXPECT_EQ(progress_text({"opening the device", {}, {}, 0, 0.6, {}}), "[1 s] opening the device");
  Progress p{"building programs", 1204, 20000, 3, 12.3, {}};
  EXPECT_EQ(progress_text(p),
            "[12 s] building programs; 1,204 of 20,000 cases, 3 diverge; time left not known yet");
  p.left = 84;
  EXPECT_EQ(progress_text(p),
            "[12 s] building programs; 1,204 of 20,000 cases, 3 diverge; about 80 s left");
  p.of.reset();
  for (const auto& [left, words] : {std::pair{2.0, "a few seconds left"},
                                    {12.4, "about 12 s left"},
                                    {149, "about 150 s left"},
                                    {400, "about 7 min left"},
                                    {20000, "about 6 h left"}}) {
    p.left = left;
    EXPECT_EQ(progress_text(p),
              "[12 s] building programs; 1,204 cases, 3 diverge; " + std::string(words));
  }
}

/// The seconds that a line of progress begins with; -1 for another line.
int seconds_of(const std::string& line) {
  std::string text = line + "\n";
  return take_progress(text).empty() ? -1 : std::atoi(line.c_str() + 1);
}

TEST(Progress, comes_to_a_pipe_within_a_second_and_then_every_ten_though_the_run_waits) {
  // The run waits for its plan, which nobody writes.
  const TestFolder folder;
  const std::string plan = (folder.path / "plan").string();
  ASSERT_EQ(::mkfifo(plan.c_str(), 0600), 0);
  ops::Pipe errors;
  const ::assay::testing::GrantedTime* granted = new ::assay::testing::GrantedTime;
  ops::ChildProcess run(
      {.program = assay::testing::built_program(),
       .words = {assay::testing::built_program(), "run", "--operator", "gather", "--plan", plan},
       .environment = {{"POCL_CACHE_DIR", pocl_cache().string()}},
       .err = errors.write.get()});
  errors.write.close();
  ops::LineReader lines(errors.read.get());
  constexpr double kPatience = 60;
  std::optional<std::string> first = lines.next(ops::Deadline(kPatience));
  EXPECT_LT(granted->seconds(), 1);
  delete granted;
  ASSERT_TRUE(first);
  EXPECT_NE(first->find("] choosing the cases of the plan"), std::string::npos) << *first;
  const auto second = lines.next(ops::Deadline(kPatience));
  ASSERT_TRUE(second);
  EXPECT_GE(seconds_of(*first), 0) << *first;
  EXPECT_GT(seconds_of(*second), seconds_of(*first) + 5) << *second;
  EXPECT_LE(seconds_of(*second), seconds_of(*first) + 10) << *second;
}

TEST(Progress, on_a_terminal_is_one_line_that_tells_of_builds_and_goes) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  const std::string run = std::string(assay::testing::built_program()) +
                          " run --operator gather --cases 300 --jobs 1 2>&1 > /dev/null";
  const std::string command = "TERM=xterm POCL_CACHE_DIR=" + (folder.path / "cache").string() +
                              " script -qec '" + run + "' /dev/null < /dev/null > " + out;
  EXPECT_EQ(std::system(command.c_str()), 0);
  const std::string told = text_of(out);
  EXPECT_NE(told.find("] building programs; "), std::string::npos) << told;
  // Each text is written over the one before it, and the last is taken away.
  EXPECT_EQ(told.find('\n'), std::string::npos) << told;
  EXPECT_TRUE(told.ends_with("\r\033[K")) << told;
}

TEST(Progress, is_left_out_where_nobody_reads_it) {
  // The pipe is full before the run begins, and nobody reads it.
  ops::Pipe errors;
  std::string much(1 << 16, 'x');
  ASSERT_EQ(::write(errors.write.get(), much.data(), much.size()), static_cast<ssize_t>(1 << 16));
  ops::ChildProcess run(
      {.program = assay::testing::built_program(),
       .words = {assay::testing::built_program(), "run", "--operator", "gather", "--budget", "2s"},
       .environment = {{"POCL_CACHE_DIR", pocl_cache().string()}},
       .err = errors.write.get()});
  // A busy machine may leave no time to test anything.
  const int code = run.wait()->shell_code();
  EXPECT_TRUE(code == 0 || code == 3) << code;
}

}  // namespace
}  // namespace assay::cmd::testing
