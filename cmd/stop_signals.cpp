#include "cmd/stop_signals.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <thread>
#include <vector>

#include "ops/child_process.h"
#include "ops/orphans.h"

namespace assay::cmd {
namespace {

volatile std::sig_atomic_t stop_asked = 0;
/// Whether the command looks at asked(), and the seconds that it has then; 0 means any.
volatile std::sig_atomic_t is_heeded = 0, most_seconds = 0;

/// What each signal did before this program caught it. A sanitizer reports of faults.
std::array<struct sigaction, NSIG> actions_before = {};

/// A pipe to the thread that ends the program at once.
int end_at_once_pipe = -1;

/// Exit codes: a command without a result, and, with the signal's number added, the end by a
/// signal.
constexpr int kNoResult = 2, kByASignal = 128;

/// A command has 4 s to tell what it knows. Afterwards it waits for nobody who reads its output: a
/// signal ends such a wait, at each of these intervals.
constexpr ::itimerval kTimeToTell{.it_interval = {0, 100'000}, .it_value = {4, 0}};

/// Has the thread end the program, which a handler cannot do itself: processes that a driver left
/// behind end with it. Does not return.
void end_at_once(int code) {
  const auto byte = static_cast<unsigned char>(code);
  if (::write(end_at_once_pipe, &byte, 1) != 1) ::_exit(code);
  for (;;) ::pause();
}

/// Ends the program that knows nothing to tell.
void end_without_a_result() {
  constexpr std::string_view kWords = "assay: stopped before there was a result\n";
  // A pipe that is full and not read would hold up a signal's handler for ever.
  ::pollfd room{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&room, 1, 0) == 1) [[maybe_unused]]
    const auto ignored = ::write(STDERR_FILENO, kWords.data(), kWords.size());
  end_at_once(kNoResult);
}

/// The first signal asks for the end, which takes seconds. Before the command knows anything, it
/// ends the program at once, and a second Ctrl-C does so always.
void ask_to_stop(int signal) {
  const bool time_is_over = signal == SIGALRM && stop_asked && most_seconds;
  if (!is_heeded || time_is_over) end_without_a_result();
  if (signal == SIGINT && stop_asked) end_at_once(kByASignal + signal);
  if (!stop_asked && most_seconds) ::alarm(static_cast<unsigned>(most_seconds));
  if (!stop_asked && !most_seconds) ::setitimer(ITIMER_REAL, &kTimeToTell, nullptr);
  stop_asked = 1;
}

/// Whether the system or the program itself sends the signal where the program is at fault.
bool tells_of_a_fault(int signal) {
  constexpr int kFaults[] = {SIGABRT, SIGTRAP, SIGSYS, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  return std::find(std::begin(kFaults), std::end(kFaults), signal) != std::end(kFaults);
}

void handle(int signal, ::siginfo_t* info, void*) {
  // This program itself sends these where it cannot go on. abort() ends it once this returns.
  const bool by_itself = info->si_code != SI_USER || info->si_pid == ::getpid();
  if (tells_of_a_fault(signal) && by_itself) {
    ::sigaction(signal, &actions_before[signal], nullptr);
    if (signal != SIGABRT) ::raise(signal);
    return;
  }
  ask_to_stop(signal);
}

/// A terminal holds the program until it is told to go on (Ctrl-Z). Another process may not: it may
/// be a driver's, and the budget would not bound the run any more.
void hold(int signal, ::siginfo_t* info, void*) {
  if (info->si_code != SI_KERNEL) return;
  struct sigaction own{}, usual{};
  usual.sa_handler = SIG_DFL;
  ::sigaction(signal, &usual, &own);
  ::raise(signal);
  sigset_t this_one;
  ::sigemptyset(&this_one);
  ::sigaddset(&this_one, signal);
  // The program is held in this call.
  ::pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
  ::sigaction(signal, &own, nullptr);
}

void catch_what_holds() {
  struct sigaction action{};
  action.sa_sigaction = hold;
  // With SA_RESTART: what was interrupted goes on afterwards.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : {SIGTSTP, SIGTTIN, SIGTTOU}) {
    struct sigaction before{};
    if (::sigaction(signal, &action, &before) == 0 && before.sa_handler == SIG_IGN)
      ::sigaction(signal, &before, nullptr);
  }
}

/// The C library keeps a signal for pthread_cancel(), which would end the program, and lets nobody
/// catch it. So the kernel is asked to ignore it. The library replaces that where it needs it.
void ignore_cancellation() {
  constexpr int kCancel = 32;
  // The kernel's `struct sigaction` begins with the handler.
  const std::array<std::uintptr_t, 8> ignored{reinterpret_cast<std::uintptr_t>(SIG_IGN)};
  ::syscall(SYS_rt_sigaction, kCancel, ignored.data(), nullptr, sizeof(std::uint64_t));
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
    // A driver that writes into files of other processes must not end this one with a code of its
    // own.
    unsigned char code = 0;
    while (::read(from.get(), &code, 1) != 1 || (code != kNoResult && code <= kByASignal)) {
    }
    ops::end_orphans();
    ::_exit(code);
  }).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void StopSignals::catch_all() {
  await_end_at_once();
  catch_what_holds();
  ignore_cancellation();
  struct sigaction action{};
  action.sa_sigaction = handle;
  ::sigfillset(&action.sa_mask);
  // Without SA_RESTART: a write to a pipe that nobody reads ends, too.
  action.sa_flags = SA_SIGINFO;
  std::vector<int> signals{SIGHUP,    SIGINT,  SIGQUIT, SIGTERM, SIGUSR1,   SIGUSR2, SIGALRM,
                           SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSTKFLT, SIGXCPU, SIGABRT,
                           SIGTRAP,   SIGSYS,  SIGSEGV, SIGBUS,  SIGFPE,    SIGILL};
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) signals.push_back(signal);
  for (const int signal : signals) {
    struct sigaction& before = actions_before[signal];
    if (::sigaction(signal, &action, &before) == 0 && before.sa_handler == SIG_IGN &&
        signal != SIGINT)
      ::sigaction(signal, &before, nullptr);
  }
}

void StopSignals::heed(unsigned seconds) {
  most_seconds = static_cast<int>(seconds);
  is_heeded = 1;
}

void StopSignals::heed_no_more() {
  is_heeded = 0;
  if (stop_asked) end_without_a_result();
}

bool StopSignals::asked() { return stop_asked != 0; }

conformance::WorkerOptions heeding(conformance::WorkerOptions options) {
  StopSignals::heed();
  options.go_on = [] { return !StopSignals::asked(); };
  return options;
}

}  // namespace assay::cmd
