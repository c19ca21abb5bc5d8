#include "ops/orphans.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "ops/child_process.h"

namespace assay::ops {
namespace {

/// Starts a shell that ends at once and leaves a process, in a group of its own, that would sleep
/// for minutes. Gives the number of that process.
::pid_t leave_an_orphan() {
  Pipe pipe;
  ChildProcess shell({.program = "/bin/sh",
                      .words = {"sh", "-c", "setsid sleep 600 > /dev/null & echo $!"},
                      .out = pipe.write.get()});
  pipe.write.close();
  std::string text;
  for (char c = 0; ::read(pipe.read.get(), &c, 1) == 1 && c != '\n';) text += c;
  shell.wait();
  return std::atoi(text.c_str());
}

bool is_running(::pid_t pid) { return ::kill(pid, 0) == 0 || errno != ESRCH; }

TEST(Orphans, AreAdoptedAndEnded) {
  adopt_orphans();
  const ::pid_t orphan = leave_an_orphan();
  ASSERT_GT(orphan, 1);
  EXPECT_TRUE(is_running(orphan)) << "the process of another group outlives the shell";
  end_orphans();
  EXPECT_FALSE(is_running(orphan));
}

TEST(Orphans, MayBeNone) {
  end_orphans();
  end_orphans();
}

}  // namespace
}  // namespace assay::ops
