// Prepares this process for the program, and for the drivers that it may load.
#include "cmd/process.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "ops/orphans.h"
#include "ops/sentinel.h"

namespace assay::cmd {
namespace {

/// Opens /dev/null for each standard stream that is closed, in a way that makes using the stream
/// fail. Otherwise a file that is opened later would get its number, and output meant for the
/// stream.
void hold_standard_streams() {
  for (int stream = 0; stream < 3; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", stream ? O_RDONLY : O_WRONLY) < 0)
      std::_Exit(2);
}

/// Makes glibc map each block of 1 MiB or more on its own. Drivers allocate large blocks and use
/// little of them: PoCL allocates 2 MiB for each program and writes 40 KiB. A block that is mapped
/// takes only the pages that are touched. Without a fixed threshold, glibc raises it to the largest
/// block that was freed, up to 32 MiB, and maps fewer blocks. With a fixed one, glibc would return
/// the end of its heap to the system at every 128 KiB, so that limit is raised, too.
void map_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 24);
#endif
}

/// Drivers run programs of the system: PoCL's compiler runs a linker. Where PATH is not set, they
/// would not find them, and the driver would seem to be faulty. A shell takes this path then, too.
void find_programs() {
  if (const char* const path = std::getenv("PATH"); path && *path) return;
  std::string path(::confstr(_CS_PATH, nullptr, 0), 0);
  ::confstr(_CS_PATH, path.data(), path.size());
  ::setenv("PATH", path.c_str(), 1);
}

/// Raises the limit of stacks to what programs usually have. Drivers' compilers need that, and
/// would seem to be faulty. Gives false where the system does not allow this program enough for
/// itself.
bool provide_stack() {
  constexpr rlim_t kUsual = 8 << 20, kLeast = 256 << 10;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kUsual) return true;
  // Only a privileged process may raise the hard limit.
  const rlimit wished{kUsual, std::max(limit.rlim_max, kUsual)},
      allowed{limit.rlim_max, limit.rlim_max};
  if (::setrlimit(RLIMIT_STACK, &wished) != 0) ::setrlimit(RLIMIT_STACK, &allowed);
  ::getrlimit(RLIMIT_STACK, &limit);
  if (limit.rlim_cur < kLeast) return false;
  // Threads of this process have the limit at its start otherwise.
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, limit.rlim_cur);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
  return true;
}

}  // namespace

bool prepare_process() {
  // A driver may start processes that outlive the worker, and this process may be killed.
  ops::start_sentinel();
  hold_standard_streams();
  if (!provide_stack()) {
    std::fputs("assay: the limit of the stack (ulimit -s) is below 256 KiB\n", stderr);
    return false;
  }
  find_programs();
  map_large_blocks();
  ops::adopt_orphans();
  // Where a reader of our output closes its pipe, a write fails with an error instead of ending the
  // process by SIGPIPE.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file that would become larger than `ulimit -f` allows.
  std::signal(SIGXFSZ, SIG_IGN);
  return true;
}

}  // namespace assay::cmd
