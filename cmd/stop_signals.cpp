#include "cmd/stop_signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>
#include <thread>

#include "ops/child_process.h"
#include "ops/orphans.h"

namespace assay::cmd {
namespace {

volatile std::sig_atomic_t stop_asked = 0;
/// Whether a run has begun of which something is to be kept.
volatile std::sig_atomic_t run_begun = 0;

/// A pipe to the thread that ends the program at once.
int end_at_once_pipe = -1;

/// Has the thread end the program, which a handler cannot do itself: processes that a driver left
/// behind end with it. Does not return.
void end_at_once(int code) {
  const auto byte = static_cast<unsigned char>(code);
  if (::write(end_at_once_pipe, &byte, 1) != 1) ::_exit(code);
  for (;;) ::pause();
}

/// The first signal asks for the end, which takes seconds. Before the run has begun, it ends the
/// program at once, and a second Ctrl-C does so always.
void ask_to_stop(int signal) {
  constexpr int kByASignal = 128, kNoRun = 2;
  if (!run_begun) {
    constexpr std::string_view kWords = "assay: stopped before anything was tested\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, kWords.data(), kWords.size());
    end_at_once(kNoRun);
  }
  if (signal == SIGINT && stop_asked) end_at_once(kByASignal + signal);
  stop_asked = 1;
}

/// Starts the thread that ends the program. No signal is handled in it.
void await_end_at_once() {
  ops::Pipe pipe;
  static ops::FileDescriptor write_end = std::move(pipe.write);
  end_at_once_pipe = write_end.get();
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([from = std::move(pipe.read)] {
    unsigned char code = 0;
    while (::read(from.get(), &code, 1) != 1) {
    }
    ops::end_orphans();
    ::_exit(code);
  }).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void StopSignals::catch_all() {
  await_end_at_once();
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
                           SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU})
    if (std::signal(signal, ask_to_stop) == SIG_IGN && signal != SIGINT)
      std::signal(signal, SIG_IGN);
}

void StopSignals::run_begins() { run_begun = 1; }

bool StopSignals::asked() { return stop_asked != 0; }

}  // namespace assay::cmd
