#include "testing/cmd/running.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// The fields of /proc/PID/stat from the third on.
std::vector<std::string> stat(::pid_t process) {
  const std::string text = text_of("/proc/" + std::to_string(process) + "/stat");
  std::istringstream behind(text.substr(text.rfind(')') + 1));
  std::vector<std::string> fields;
  for (std::string field; behind >> field;) fields.push_back(field);
  return fields;
}
char state_of(::pid_t process) { return stat(process).at(0)[0]; }
/// The status that waitpid() would give for a process that has ended and was not yet waited for.
int status_of(::pid_t process) { return std::stoi(stat(process).back()); }
/// The living children but the sentinel, which runs nothing of the run.
std::vector<::pid_t> children_of(::pid_t process) {
  const std::string me = std::to_string(process);
  std::ifstream list("/proc/" + me + "/task/" + me + "/children");
  std::vector<::pid_t> alive;
  for (::pid_t child; list >> child;)
    if (state_of(child) != 'Z' &&
        text_of("/proc/" + std::to_string(child) + "/comm") != "assay-sentinel\n")
      alive.push_back(child);
  return alive;
}

/// A new file, or none where the path is empty.
ops::FileDescriptor file_at(const fs::path& path) {
  constexpr int kHow = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  return ops::FileDescriptor(path.empty() ? -1 : ::open(path.c_str(), kHow, 0666));
}

ops::ChildOptions writing_to(int out, int errors, ops::ChildOptions options) {
  options.out = out;
  options.err = errors;
  return options;
}

}  // namespace

Running::Running(const std::vector<std::string>& arguments, const Surroundings& surroundings)
    : out_(file_at(surroundings.output_to)),
      errors_(file_at(surroundings.errors_to)),
      child_(writing_to(out_.get(), errors_.get(), child_of(arguments, surroundings))) {}

int Running::end(int signal) {
  if (signal) child_.signal(signal);
  return child_.wait()->shell_code();
}

void Running::pause(double seconds) const {
  std::vector<::pid_t> all = children_of(child_.pid());
  all.insert(all.begin(), child_.pid());
  for (const ::pid_t process : all) ::kill(process, SIGSTOP);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  for (const ::pid_t process : all) ::kill(process, SIGCONT);
}

bool Running::starts_worker() {
  constexpr double kBetweenLooks = 0.05;
  while (!ends_within(kBetweenLooks))
    if (!children_of(child_.pid()).empty()) return true;
  return false;
}

bool Running::kill_worker(std::mt19937& random) const {
  const ::pid_t run = child_.pid();
  ::kill(run, SIGSTOP);
  while (state_of(run) != 'T' && state_of(run) != 'Z') std::this_thread::yield();
  bool killed = false;
  if (const auto workers = children_of(run); !workers.empty()) {
    const ::pid_t one = workers[random() % workers.size()];
    ::kill(one, SIGKILL);
    while (state_of(one) != 'Z') std::this_thread::yield();
    killed = status_of(one) == SIGKILL;
  }
  ::kill(run, SIGCONT);
  return killed;
}

End end_of(const fs::path& folder) {
  End end;
  std::istringstream rows(text_of(folder / "results.csv"));
  for (std::string row; std::getline(rows, row);) end.rows.push_back(row.substr(0, row.rfind(',')));
  std::istringstream failures(text_of(folder / "failures.jsonl"));
  for (std::string line; std::getline(failures, line);) {
    end.failures.push_back(Json::parse(line));
    end.failures.back().erase("seconds");
  }
  end.operators = Json::parse(text_of(folder / "run.json"))["operators"];
  return end;
}

void expect_same(const End& a, const End& b) {
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) ASSERT_EQ(a.rows[i], b.rows[i]) << "row " << i;
  EXPECT_EQ(a.failures, b.failures);
  EXPECT_EQ(a.operators, b.operators);
}

void wait_a_little(std::mt19937& random, int most) {
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::uniform_int_distribution<>(5, most)(random)));
}

}  // namespace assay::cmd::testing
