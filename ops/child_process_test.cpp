#include "ops/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

#include "ops/error.h"
#include "ops/line_reader.h"
#include "testing/granted_time.h"

namespace assay::ops {
namespace {

Deadline soon() { return Deadline(30); }

ChildOptions shell(const std::string& script) {
  return {.program = "/bin/sh", .words = {"sh", "-c", script}};
}

/// Runs a shell script and reads the lines that it writes.
struct Talking {
  explicit Talking(ChildOptions options)
      : child([&] {
          options.out = pipe.write.get();
          return options;
        }()) {
    pipe.write.close();
  }
  std::string line() { return lines.next(soon()).value_or("(nothing)"); }

  Pipe pipe;
  ChildProcess child;
  LineReader lines{pipe.read.get()};
};

/// Whether a process is gone, or is dead and nobody has waited for it yet.
bool is_gone(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.empty() || text.substr(text.rfind(')') + 2, 1) == "Z";
}

bool is_gone_soon(const std::string& process) {
  for (const Deadline deadline = soon(); !deadline.has_passed(); std::this_thread::yield())
    if (is_gone(process)) return true;
  return false;
}

TEST(ChildProcess, tells_how_it_ended) {
  EXPECT_EQ(ChildProcess(shell("exit 0")).wait()->text(), "exited with status 0");
  const ExitStatus code = *ChildProcess(shell("exit 3")).wait(soon());
  EXPECT_EQ(code.text(), "exited with status 3");
  EXPECT_EQ(code.shell_code(), 3);
  const ExitStatus signal = *ChildProcess(shell("kill -SEGV $$")).wait(soon());
  EXPECT_EQ(signal.text(), "ended by SIGSEGV");
  EXPECT_EQ(signal.shell_code(), 128 + SIGSEGV);
  EXPECT_EQ((ExitStatus{0, SIGRTMIN + 1}.text()), "ended by signal 35");
}

TEST(ChildProcess, that_cannot_be_executed_is_an_error_with_the_reason) {
  try {
    const ChildProcess child({.program = "/nonexistent/program", .words = {"program"}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "cannot start /nonexistent/program: No such file or directory");
  }
  EXPECT_THROW(ChildProcess({.program = "/etc/passwd", .words = {"program"}}), Error);
}

TEST(ChildProcess, has_its_words_its_variables_and_its_streams) {
  ::setenv("ASSAY_TEST_KEPT", "kept", 1);
  ::setenv("ASSAY_TEST_CHANGED", "old", 1);
  ChildOptions options =
      shell("read -r said; echo \"$1 $ASSAY_TEST_KEPT $ASSAY_TEST_CHANGED $said\"");
  options.words.insert(options.words.end(), {"name", "a word"});
  options.environment["ASSAY_TEST_CHANGED"] = "new";
  Pipe in;
  ASSERT_EQ(::write(in.write.get(), "input\n", 6), 6);
  options.in = in.read.get();
  Talking talking(options);
  EXPECT_EQ(talking.line(), "a word kept new input");
  // A child's output may be the parent's error stream while its error stream is the parent's
  // output.
  const FileDescriptor kept(::dup(1));
  Pipe pipe;
  ASSERT_EQ(::dup2(pipe.write.get(), 1), 1);
  ChildOptions crossing = shell("echo words >&2");
  crossing.out = 2;
  crossing.err = 1;
  const auto status = ChildProcess(crossing).wait(soon());
  ::dup2(kept.get(), 1);
  EXPECT_EQ(status->code, 0);
  EXPECT_EQ(LineReader(pipe.read.get()).next(soon()), "words");
}

TEST(ChildProcess, has_no_descriptors_but_those_that_it_is_given) {
  const FileDescriptor leaky(::open("/dev/null", O_RDONLY));
  const FileDescriptor given(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  ChildOptions options = shell("for fd in /proc/self/fd/*; do readlink $fd; done | grep ^/dev");
  options.inherited = {given.get()};
  Talking talking(options);
  // The child has its standard input and error stream, and the descriptor that it was given.
  EXPECT_EQ(talking.line(), "/dev/null");
  EXPECT_EQ(talking.line(), "/dev/null");
  EXPECT_EQ(talking.line(), "/dev/zero");
  EXPECT_EQ(talking.line(), "(nothing)");
}

TEST(ChildProcess, leads_a_group_which_goes_as_one) {
  for (const std::string how : {"kill", "end"}) {
    Talking talking(shell("sleep 1000 & echo $!; wait"));
    const std::string grandchild = talking.line();
    EXPECT_EQ(::getpgid(std::stoi(grandchild)), talking.child.pid());
    EXPECT_NE(::getpgrp(), talking.child.pid());
    const auto status = how == "kill" ? talking.child.kill() : talking.child.end(30);
    EXPECT_EQ(status->signal, how == "kill" ? SIGKILL : SIGTERM);
    EXPECT_TRUE(is_gone_soon(grandchild));
  }
  // The group is also killed if its leader ends by itself.
  Talking talking(shell("sleep 1000 & echo $!"));
  const std::string grandchild = talking.line();
  EXPECT_EQ(talking.child.wait(soon())->code, 0);
  EXPECT_TRUE(is_gone_soon(grandchild));
}

TEST(ChildProcess, is_killed_by_its_destructor_and_when_who_started_it_ends) {
  std::string process;
  {
    const ChildProcess child(shell("sleep 1000"));
    process = std::to_string(child.pid());
    EXPECT_FALSE(is_gone(process));
  }
  EXPECT_TRUE(is_gone(process));
  std::optional<ChildProcess> child;
  std::thread([&] { child.emplace(shell("exec sleep 1000")); }).join();
  const auto status = child->wait(soon());
  ASSERT_TRUE(status);
  EXPECT_EQ(status->signal, SIGKILL);
}

TEST(ChildProcess, is_waited_for_no_longer_than_asked) {
  ChildProcess child(shell("exec sleep 1000"));
  const Stopwatch watch;
  const assay::testing::GrantedTime granted;
  EXPECT_FALSE(child.wait(Deadline(0)));
  EXPECT_FALSE(child.wait(Deadline(0.2)));
  EXPECT_GE(watch.seconds(), 0.2);
  EXPECT_LT(granted.seconds(), 10);
}

TEST(ChildProcess, is_asked_to_end_and_then_made_to) {
  Talking polite(shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done"));
  EXPECT_EQ(polite.line(), "ready");
  EXPECT_EQ(polite.child.end(30)->code, 7);
  Talking rude(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
  EXPECT_EQ(rude.line(), "ready");
  EXPECT_EQ(rude.child.end(0.1)->signal, SIGKILL);
}

TEST(ChildProcess, is_asked_to_end_itself_and_not_what_it_has_started) {
  Talking child(
      shell(R"(trap 'wait $!; exit $?' TERM; sh -c 'echo ready; sleep 0.3; exit 5' & wait)"));
  EXPECT_EQ(child.line(), "ready");
  EXPECT_EQ(child.child.end(30)->code, 5);
}

TEST(ChildProcess, is_seen_to_be_stopped_and_ends_nevertheless) {
  ChildProcess child(shell("exec sleep 1000"));
  EXPECT_FALSE(child.is_stopped());
  child.signal(SIGSTOP);
  for (const Deadline deadline = soon(); !child.is_stopped() && !deadline.has_passed();)
    std::this_thread::yield();
  EXPECT_TRUE(child.is_stopped());
  EXPECT_FALSE(child.wait(Deadline(0)));
  child.signal(SIGCONT);
  EXPECT_FALSE(child.is_stopped());
  child.signal(SIGSTOP);
  EXPECT_EQ(child.end(30)->signal, SIGTERM);
  EXPECT_FALSE(child.is_stopped());
}

TEST(ChildProcess, gets_none_of_our_handlers_and_masks_no_signal) {
  ::signal(SIGUSR1, [](int) {});
  ChildProcess child(shell("exec sleep 1000"));
  child.signal(SIGUSR1);
  EXPECT_EQ(child.wait(soon())->signal, SIGUSR1);
  ::signal(SIGUSR1, SIG_DFL);
}

TEST(LineReader, gives_lines_as_they_come_and_the_last_without_a_newline) {
  Pipe pipe;
  LineReader lines(pipe.read.get());
  const auto write = [&](const std::string& text) {
    ASSERT_EQ(::write(pipe.write.get(), text.data(), text.size()),
              static_cast<::ssize_t>(text.size()));
  };
  EXPECT_EQ(lines.next(Deadline(0)), std::nullopt);
  write("one\n\nthr");
  EXPECT_EQ(lines.next(soon()), "one");
  EXPECT_EQ(lines.next(soon()), "");
  EXPECT_EQ(lines.next(Deadline(0.01)), std::nullopt);
  EXPECT_FALSE(lines.at_end());
  write("ee\nlast");
  EXPECT_EQ(lines.next(soon()), "three");
  pipe.write.close();
  EXPECT_EQ(lines.next(soon()), "last");
  EXPECT_TRUE(lines.at_end());
  EXPECT_EQ(lines.next(soon()), std::nullopt);
}

}  // namespace
}  // namespace assay::ops
