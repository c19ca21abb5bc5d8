// The process that does the work writes its exit code into a pipe before it ends. A driver that
// ends the process writes nothing there, so its exit code is not believed.
#include "cmd/own_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cmd/stop_signals.h"
#include "ops/child_process.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

std::string answer_of(int code) { return fmt::format("assay ends with {}\n", code); }

/// The whole of standard input, as a file. The other process leads a group of its own, to which a
/// terminal gives nothing.
ops::FileDescriptor input() {
  ops::FileDescriptor file(::memfd_create("input", MFD_CLOEXEC));
  std::ofstream copy(fmt::format("/proc/self/fd/{}", file.get()));
  copy << std::string(std::istreambuf_iterator<char>(std::cin), {});
  if (!copy.flush()) throw Error("standard input: cannot be kept in memory");
  return file;
}

/// Adds what was written into the pipe since then.
void take_in(const ops::Pipe& pipe, std::string& text) {
  char more[64];
  const ::ssize_t size = ::read(pipe.read.get(), more, sizeof more);
  if (size > 0) text.append(more, static_cast<std::size_t>(size));
}

}  // namespace

int in_own_process(const Context& context, const OwnProcess& how,
                   const std::function<int()>& work) {
  if (context.answer) return work();
  const ops::Pipe pipe;
  std::vector<std::string> words{context.called, "--answer", std::to_string(pipe.write.get())};
  words.insert(words.end(), context.words.begin(), context.words.end());
  const ops::FileDescriptor in = how.reads_input ? input() : ops::FileDescriptor();
  if (how.seconds_to_stop) StopSignals::heed();
  std::fflush(stdout);
  ops::ChildProcess child({.program = "/proc/self/exe",
                           .words = std::move(words),
                           .in = how.reads_input ? in.get() : ops::ChildOptions::kNull,
                           .out = STDOUT_FILENO,
                           .err = STDERR_FILENO,
                           .inherited = {pipe.write.get()}});
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  // After its answer the process only ends, unless the driver hangs as it is unloaded.
  constexpr double kLookSeconds = 0.1, kEndSeconds = 5;
  std::optional<ops::Deadline> end;
  std::optional<ops::ExitStatus> status;
  std::string answered;
  while (!status && !StopSignals::asked() && !(end && end->has_passed())) {
    status = child.wait(ops::Deadline(kLookSeconds));
    take_in(pipe, answered);
    if (!answered.empty() && !end) end.emplace(kEndSeconds);
  }
  if (!status && !StopSignals::asked()) throw Error("the driver hangs when its process ends");
  if (!status) status = child.end(*how.seconds_to_stop);
  if (!status) throw Error("the driver hangs within the system and was left behind");
  take_in(pipe, answered);
  // A process that hangs as it ends after a signal ends itself without an answer.
  const bool told = answered == answer_of(status->code);
  if (status->signal == 0 && (told || (StopSignals::asked() && status->code != 0)))
    return status->code;
  // Whoever asks this process to stop may have ended the other one, too, as a service manager does.
  if (StopSignals::asked()) StopSignals::heed_no_more();
  throw Error("the driver ended the process that measured it, which " + status->text());
}

void answer(int to, int code) {
  const std::string text = answer_of(code);
  // Without an answer the exit code is not believed.
  [[maybe_unused]] const auto ignored = ::write(to, text.data(), text.size());
}

}  // namespace assay::cmd
