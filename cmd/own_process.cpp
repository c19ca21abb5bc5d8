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

/// What was written into the pipe so far.
std::string text_in(const ops::Pipe& pipe) {
  char text[64];
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  const ::ssize_t size = ::read(pipe.read.get(), text, sizeof text);
  return {text, size > 0 ? static_cast<std::size_t>(size) : 0};
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
  constexpr double kLookSeconds = 0.1;
  std::optional<ops::ExitStatus> status;
  while (!status && !StopSignals::asked()) status = child.wait(ops::Deadline(kLookSeconds));
  if (!status) status = child.end(*how.seconds_to_stop);
  if (!status) throw Error("the driver hangs within the system and was left behind");
  constexpr int kHasComplained = 2;
  if (status->signal == 0 &&
      (status->code == kHasComplained || text_in(pipe) == answer_of(status->code)))
    return status->code;
  throw Error("the driver ended the process that measured it, which " + status->text());
}

void answer(const Context& context, int code) {
  if (!context.answer) return;
  const std::string text = answer_of(code);
  if (::write(*context.answer, text.data(), text.size()) < 0)
    throw Error("--answer: this cannot be written to");
}

}  // namespace assay::cmd
