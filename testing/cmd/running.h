#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "ops/child_process.h"
#include "testing/cmd/program.h"

/// Runs that a test disturbs while they go on, and what became of them.
namespace assay::cmd::testing {

/// A run that goes on while a test does something to it.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments);

  bool is_over() { return child_.wait(ops::Deadline(0)).has_value(); }
  /// Sends the signal, if any, and waits. The exit code, as a shell gives it.
  int end(int signal = 0);
  /// Kills one of its worker processes. False where that one was about to end anyway: the run is
  /// stopped meanwhile, so that none is replaced between the look and the kill.
  bool kill_worker(std::mt19937& random) const;

 private:
  ops::ChildProcess child_;
};

/// What a run came to, but for times: rows without seconds, failures without seconds, the counts.
struct End {
  std::vector<std::string> rows;
  std::vector<Json> failures;
  Json operators;
};

/// Of a finished run's folder.
End end_of(const std::filesystem::path& folder);
void expect_same(const End& a, const End& b);

/// Waits 5 to `most` milliseconds.
void wait_a_little(std::mt19937& random, int most);

}  // namespace assay::cmd::testing
