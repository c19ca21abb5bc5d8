#include "cmd/stop_signals.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace assay::cmd {
namespace {

volatile std::sig_atomic_t stop_asked = 0;
/// Whether a run has begun of which something is to be kept.
volatile std::sig_atomic_t run_begun = 0;

/// The first signal asks for the end, which takes seconds. Before the run has begun, it ends the
/// program at once, and a second Ctrl-C does so always; the system ends the workers then.
void ask_to_stop(int signal) {
  constexpr int kByASignal = 128, kNoRun = 2;
  if (!run_begun) {
    constexpr std::string_view kWords = "assay: stopped before anything was tested\n";
    [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, kWords.data(), kWords.size());
    ::_exit(kNoRun);
  }
  if (signal == SIGINT && stop_asked) ::_exit(kByASignal + signal);
  stop_asked = 1;
}

}  // namespace

void StopSignals::catch_all() {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
                           SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU})
    if (std::signal(signal, ask_to_stop) == SIG_IGN && signal != SIGINT)
      std::signal(signal, SIG_IGN);
}

void StopSignals::run_begins() { run_begun = 1; }

bool StopSignals::asked() { return stop_asked != 0; }

}  // namespace assay::cmd
