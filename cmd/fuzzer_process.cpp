// Runs a fuzzer as a child process and reads its output while it runs.
#include "cmd/fuzzer_process.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "cmd/stop_signals.h"
#include "ops/child_process.h"
#include "ops/error.h"
#include "ops/line_reader.h"

namespace assay::cmd {
namespace {

/// The number that follows `key` in the line; `otherwise` where `key` is not in it.
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
               const std::function<void(const std::string&)>& line, const ops::Deadline& deadline) {
  ops::Pipe output;
  ops::ChildProcess child({.program = command[0],
                           .words = command,
                           .environment = environment,
                           .out = output.write.get(),
                           .err = output.write.get()});
  output.write.close();
  // A fuzzer that does not end when it is asked to is killed.
  constexpr double kLookSeconds = 0.2, kPatience = 1;
  std::optional<ops::Deadline> end;
  ops::LineReader lines(output.read.get());
  while ((!lines.at_end() || !child.wait(ops::Deadline(kLookSeconds))) &&
         !(end && end->has_passed())) {
    if (!lines.at_end())
      if (const auto text = lines.next(ops::Deadline(kLookSeconds))) line(*text);
    // What the fuzzer leaves in its group keeps the pipe open no longer than it.
    child.wait(ops::Deadline(0));
    if (end || !(StopSignals::asked() || deadline.has_passed())) continue;
    child.signal(SIGTERM);
    end.emplace(kPatience);
  }
  const auto status = child.kill();
  return status ? status->shell_code() : 128 + SIGKILL;
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
