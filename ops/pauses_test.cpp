// Tests that a pause of a process is known to it as soon as it runs again.
#include "ops/pauses.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "ops/stopwatch.h"

namespace assay::ops {
namespace {

constexpr double kPause = 2;

/// Runs until it finds that it was paused. Gives 0 where seconds_since_pause() tells that at once.
int notices_its_pause() {
  if (!std::isinf(seconds_since_pause())) return 2;
  for (Stopwatch watch;;)
    if (watch.lap() > kPause * 0.9) return seconds_since_pause() < kPause / 2 ? 0 : 1;
}

TEST(Pauses, are_known_as_soon_as_the_process_goes_on) {
  for (int i = 0; i < 3; ++i) {
    const ::pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(notices_its_pause());
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ::kill(child, SIGSTOP);
    std::this_thread::sleep_for(std::chrono::duration<double>(kPause));
    ::kill(child, SIGCONT);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
}

}  // namespace
}  // namespace assay::ops
