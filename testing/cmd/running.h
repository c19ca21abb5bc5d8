#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "ops/child_process.h"
#include "testing/cmd/program.h"

/// Runs that a test disturbs while they go on, and their results.
namespace assay::cmd::testing {

/// A run in a child process, to which a test can send signals.
class Running {
 public:
  /// The run's input is empty. What it prints goes to Surroundings::output_to and errors_to, or
  /// nowhere.
  explicit Running(const std::vector<std::string>& arguments,
                   const Surroundings& surroundings = {});

  ::pid_t pid() const { return child_.pid(); }
  bool is_over() { return ends_within(0); }
  /// Whether it ends within so many seconds.
  bool ends_within(double seconds) { return child_.wait(ops::Deadline(seconds)).has_value(); }
  void signal(int number) { child_.signal(number); }
  /// Sends the signal, if it is not 0, waits for the end, and gives the exit code as a shell does.
  int end(int signal = 0);
  /// Stops the run and its workers for some seconds, as where their container is frozen.
  void pause(double seconds) const;
  /// Waits until the run has a worker process. Gives false where the run ends without one.
  bool starts_worker();
  /// Kills one of the run's worker processes. The run is stopped meanwhile, so that it does not
  /// replace the worker before it is killed. Gives false where the worker had ended by itself.
  bool kill_worker(std::mt19937& random) const;

 private:
  ops::FileDescriptor out_, errors_;
  ops::ChildProcess child_;
};

/// The results of a run without times: its rows and its failures without seconds, and its counts.
struct End {
  std::vector<std::string> rows;
  std::vector<Json> failures;
  Json operators;
};

/// Reads the results of a finished run from its folder.
End end_of(const std::filesystem::path& folder);
void expect_same(const End& a, const End& b);

/// Waits 5 to `most` milliseconds.
void wait_a_little(std::mt19937& random, int most);

}  // namespace assay::cmd::testing
