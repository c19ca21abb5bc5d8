#include "ops/sentinel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "ops/child_process.h"
#include "ops/deadline.h"
#include "ops/orphans.h"

namespace assay::ops {
namespace {

/// The first line that a child of this program tells. It is ended by `last`, after it has started
/// the sentinel and a shell that leaves a process in a session of its own.
std::string told_before(int last) {
  Pipe pipe;
  const ::pid_t child = ::fork();
  if (child == 0) {
    start_sentinel();
    adopt_orphans();
    ChildProcess shell({.program = "/bin/sh",
                        .words = {"sh", "-c", "setsid sleep 600 > /dev/null & echo $!"},
                        .out = pipe.write.get()});
    shell.wait();
    if (last == 0) end_orphans();
    ::raise(last);
    ::_exit(0);
  }
  pipe.write.close();
  std::string text;
  // The end of the pipe is met only when no process holds it any more: not the sentinel either.
  for (char c = 0; ::read(pipe.read.get(), &c, 1) == 1;) text += c;
  ::waitpid(child, nullptr, 0);
  return text;
}

/// Whether the process ends within some seconds.
bool ends(::pid_t pid) {
  for (const Deadline deadline(20); !deadline.has_passed(); ::usleep(10'000))
    if (::kill(pid, 0) != 0) return true;
  return false;
}

TEST(Sentinel, EndsWhatAKilledProcessLeftBehind) {
  // This process adopts the orphan and so has to wait for it.
  adopt_orphans();
  for (const int last : {SIGKILL, SIGTERM, 0}) {
    const ::pid_t orphan = std::atoi(told_before(last).c_str());
    ASSERT_GT(orphan, 1);
    const Deadline deadline(20);
    while (::waitpid(orphan, nullptr, WNOHANG) == 0 && !deadline.has_passed()) ::usleep(10'000);
    EXPECT_TRUE(ends(orphan)) << last;
  }
  end_orphans();
}

}  // namespace
}  // namespace assay::ops
