// How the end of a fuzzer decides what its campaign says. The fuzzers are scripts beside a copy of
// the program, so this needs no build with clang.
#include <fcntl.h>
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/granted_time.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// How `assay fuzz` ended, and what it printed.
struct Fuzzed {
  int code = 0;
  std::string out;
};

/// Fuzzes the target `text` for 1 s with a script as its fuzzer, which prints that it ran.
Fuzzed fuzzed(const std::string& script) {
  const TestFolder folder;
  const fs::path program = folder.path / "assay";
  fs::copy_file(assay::testing::built_program(), program);
  fs::permissions(
      folder.file("text_fuzzer",
                  "#!/bin/sh\necho '#100 cov: 3 ft: 10 corp: 5/5b exec/s: 10'\n" + script + "\n"),
      fs::perms::owner_all);
  const ops::FileDescriptor out(
      ::open((folder.path / "stdout").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ops::ChildOptions options = child_of(
      {"fuzz", "--target", "text", "--budget", "1s", "--out", (folder.path / "findings").string()},
      {});
  options.program = program;
  options.out = out.get();
  ops::ChildProcess child(options);
  const auto ended = child.wait(ops::Deadline(60));
  return {ended ? ended->shell_code() : -1, text_of(folder.path / "stdout")};
}

TEST(Fuzz, passes_where_its_fuzzer_works_until_its_time_is_over) {
  EXPECT_EQ(fuzzed("sleep 1.2").code, 0);
}

TEST(Fuzz, does_not_pass_where_its_fuzzer_ends_before_its_time_is_over) {
  for (const char* script : {"exit 0", "exit 77", "kill -SEGV $$"}) {
    const Fuzzed early = fuzzed(script);
    EXPECT_EQ(early.code, 3) << script;
    EXPECT_NE(early.out.find("before its time was over"), early.out.npos) << early.out;
  }
}

TEST(Fuzz, ends_within_ten_seconds_though_its_fuzzer_does_not_and_prints_a_line_without_an_end) {
  const assay::testing::GrantedTime granted;
  const Fuzzed hung = fuzzed("trap '' TERM\nwhile :; do printf xxxxxxxxxxxxxxxxxxxxxxxx; done");
  EXPECT_LT(granted.seconds(), 11);
  EXPECT_EQ(hung.code, 3);
  EXPECT_NE(hung.out.find("after its time was over"), hung.out.npos) << hung.out;
}

}  // namespace
}  // namespace assay::cmd::testing
