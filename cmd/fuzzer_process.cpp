// A fuzzer as a child process, whose output is read as it comes.
#include "cmd/fuzzer_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ops/error.h"

namespace assay::cmd {
namespace {

volatile pid_t running = 0;

void end_child(int) {
  if (running > 0) ::kill(running, SIGTERM);
}

/// The number that follows `key`, or what there was.
std::uint64_t after(const std::string& line, const char* key, std::uint64_t otherwise) {
  const std::size_t at = line.find(key);
  return at == line.npos ? otherwise
                         : std::strtoull(line.c_str() + at + std::strlen(key), nullptr, 10);
}

}  // namespace

std::filesystem::path fuzzer_program(const std::string& target) {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path program = self.parent_path() / (target + "_fuzzer");
  if (!std::filesystem::exists(program))
    throw Error(fmt::format("{}: not there; fuzzers are built with clang (see fuzz/README.md)",
                            program.string()));
  return program;
}

int run_fuzzer(const std::vector<std::string>& command,
               const std::map<std::string, std::string>& environment,
               const std::function<void(const std::string&)>& line) {
  std::vector<char*> arguments, variables;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<std::string> added;
  for (const auto& [name, value] : environment) added.push_back(name + "=" + value);
  for (std::string& a : added) variables.push_back(a.data());
  for (char** v = environ; *v; ++v) {
    const std::string name(*v, std::strcspn(*v, "="));
    if (!environment.contains(name)) variables.push_back(*v);
  }
  variables.push_back(nullptr);

  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Error("cannot make a pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), variables.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    throw Error(fmt::format("{}: {}", command[0], std::strerror(error)));
  }

  running = child;
  std::signal(SIGINT, end_child);
  std::signal(SIGTERM, end_child);
  std::FILE* output = ::fdopen(ends[0], "r");
  char* text = nullptr;
  std::size_t capacity = 0;
  for (ssize_t size; (size = ::getline(&text, &capacity, output)) >= 0;) {
    if (size > 0 && text[size - 1] == '\n') --size;
    line(std::string(text, static_cast<std::size_t>(size)));
  }
  std::free(text);
  std::fclose(output);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  running = 0;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool parse_progress(const std::string& line, FuzzerProgress& p) {
  if (line.empty() || line[0] != '#' || line.find("exec/s:") == line.npos) return false;
  p.executions = std::max<std::uint64_t>(p.executions, after(line, "#", 0));
  p.features = after(line, " ft: ", p.features);
  p.corpus = after(line, " corp: ", p.corpus);
  p.per_second = after(line, "exec/s: ", p.per_second);
  return true;
}

}  // namespace assay::cmd
