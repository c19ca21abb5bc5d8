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

/// Fuzzes a target for 1 s with a script as its fuzzer, which prints that it ran. What it finds is
/// in the folder's `findings`.
Fuzzed fuzzed(const std::string& script, const std::string& target = "text",
              const TestFolder& folder = {}) {
  const fs::path program = folder.path / "assay";
  fs::copy_file(assay::testing::built_program(), program);
  fs::permissions(
      folder.file(target + "_fuzzer",
                  "#!/bin/sh\necho '#100 cov: 3 ft: 10 corp: 5/5b exec/s: 10'\n" + script + "\n"),
      fs::perms::owner_all);
  const ops::FileDescriptor out(
      ::open((folder.path / "stdout").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ops::ChildOptions options = child_of(
      {"fuzz", "--target", target, "--budget", "1s", "--out", (folder.path / "findings").string()},
      {});
  options.program = program;
  options.out = out.get();
  ops::ChildProcess child(options);
  const auto ended = child.wait(ops::Deadline(60));
  return {ended ? ended->shell_code() : -1, text_of(folder.path / "stdout")};
}

TEST(Fuzz, passes_where_its_fuzzer_works_until_its_time_is_over) {
  EXPECT_EQ(fuzzed("sleep 1.2; echo 'INFO: exiting: 77 time: 1s'; exit 77").code, 0);
}

TEST(Fuzz, does_not_pass_where_its_fuzzer_dies_when_its_time_is_over) {
  for (const char* script : {"exit 0", "exit 77", "kill -SEGV $$"}) {
    const Fuzzed late = fuzzed(std::string("sleep 1.2; ") + script);
    EXPECT_EQ(late.code, 3) << script;
    EXPECT_NE(late.out.find("without its last line"), late.out.npos) << late.out;
  }
}

TEST(Fuzz, does_not_pass_where_its_fuzzer_judged_no_case) {
  const Fuzzed none = fuzzed("sleep 1.2; echo 'INFO: exiting: 0 time: 1s'", "case");
  EXPECT_EQ(none.code, 3);
  EXPECT_NE(none.out.find("judged no case"), none.out.npos) << none.out;
}

TEST(Fuzz, does_not_pass_where_a_process_of_its_fuzzer_ended_without_a_trace) {
  const Fuzzed lost = fuzzed(
      "touch $ASSAY_FUZZ_JUDGED $ASSAY_FUZZ_RUNNING/1; sleep 1.2; echo 'INFO: exiting: 0 time: 1s'",
      "case");
  EXPECT_EQ(lost.code, 3);
  EXPECT_NE(lost.out.find("lost 1 processes"), lost.out.npos) << lost.out;
}

TEST(Fuzz, does_not_pass_where_a_signal_stopped_it) {
  const Fuzzed stopped = fuzzed("kill -TERM $PPID; sleep 5");
  EXPECT_EQ(stopped.code, 3);
  EXPECT_NE(stopped.out.find("was stopped"), stopped.out.npos) << stopped.out;
}

TEST(Fuzz, keeps_an_earlier_finding_that_is_not_for_this_device_and_no_file_that_was_not_finished) {
  const TestFolder folder;
  fs::create_directories(folder.path / "findings/case/raw");
  // No device has such a local size.
  folder.file("findings/case/raw/1.case", kGatherBytes + ":local=65536\n");
  folder.file("findings/case/raw/2.case.partial", "");
  const Fuzzed none = fuzzed(
      "touch $ASSAY_FUZZ_JUDGED; sleep 1.2; echo 'INFO: exiting: 0 time: 1s'", "case", folder);
  EXPECT_EQ(none.code, 0) << none.out;
  EXPECT_TRUE(fs::exists(folder.path / "findings/case/earlier/raw/1.case"));
}

TEST(Fuzz, does_not_read_a_finding_that_its_process_has_not_finished_and_does_not_pass) {
  const Fuzzed partial = fuzzed(
      "touch $ASSAY_FUZZ_JUDGED; echo gath >$ASSAY_FUZZ_FINDINGS/1.case.partial; sleep 1.2; "
      "echo 'INFO: exiting: 0 time: 1s'",
      "case");
  EXPECT_EQ(partial.code, 3) << partial.out;
}

TEST(Fuzz, tells_of_a_finding_that_has_the_name_of_an_earlier_one_though_it_passes_alone) {
  for (const std::string where : {"case/artifacts/crash-1", "case/raw/1.case"}) {
    const TestFolder folder;
    fs::create_directories((folder.path / "findings" / where).parent_path());
    folder.file("findings/" + where, kGatherBytes + "\n");
    // The fuzzer writes a finding only where there is none of its name.
    const Fuzzed again = fuzzed(
        "case \"$*\" in *-fork*) touch $ASSAY_FUZZ_JUDGED\nf=${ASSAY_FUZZ_FINDINGS%case/raw}" +
            where + "\n[ -e $f ] || echo '" + kGatherBytes +
            "' >$f\nsleep 1.2; echo 'INFO: exiting: 0 time: 1s';; *) exit 0;; esac",
        "case", folder);
    EXPECT_EQ(again.code, 3) << again.out;
    EXPECT_TRUE(fs::exists(folder.path / "findings" / where)) << again.out;
  }
}

TEST(Fuzz, keeps_an_input_of_an_earlier_campaign_on_which_its_fuzzer_still_ends) {
  for (const bool still_fails : {true, false}) {
    const TestFolder folder;
    fs::create_directories(folder.path / "findings/case/artifacts");
    const fs::path input = folder.file("findings/case/artifacts/crash-1", "x");
    const std::string replayed = still_fails ? "exit 77" : "exit 0";
    const Fuzzed again = fuzzed(
        "case \"$*\" in *-fork*) touch $ASSAY_FUZZ_JUDGED; sleep 1.2; echo 'INFO: exiting: 0 time: "
        "1s';; *) " +
            replayed + ";; esac",
        "case", folder);
    EXPECT_FALSE(fs::exists(input)) << again.out;
    EXPECT_TRUE(fs::exists(folder.path / "findings/case/earlier/artifacts/crash-1")) << again.out;
    EXPECT_EQ(again.code, still_fails ? 3 : 0) << again.out;
  }
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
