#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// C code that brings the memories to the device and back in the way that one route says.
struct RouteCode {
  /// The queues, the order of commands, `upload()`, `download()` and `finish()`. This text comes
  /// after `struct Memory`, which it uses.
  std::string functions;
  /// The members that this route adds to `struct Memory`, and the statements that set them.
  std::string members, surround;
  /// The C text that turns `m->before` and `m->after` into pointers to the byte from which the
  /// kernels count their offsets, such as ` + m->origin`.
  std::string base;
  /// The statement that binds a memory to argument `i` of `kernel`, and the one that releases it.
  std::string bind =
      "must(\"clSetKernelArg\", clSetKernelArg(kernel, i, sizeof(cl_mem),\n"
      "                                              &memories[arguments[k].memory].buffer));";
  std::string release = "must(\"clReleaseMemObject\", clReleaseMemObject(m->buffer));";
  /// The value of CL_TARGET_OPENCL_VERSION.
  unsigned version = 120;
  /// Whether the memory is mapped by pages, which needs more headers.
  bool maps_pages = false;
  /// The last three arguments of an enqueued command, the queue that it goes to, and the statement
  /// that ends a stage, which is empty where the route has no stages.
  std::string order, queue, next_stage;
  /// The number of steps of an upload, and of a download.
  unsigned upload_steps = 1, download_steps = 1;

  /// Whether the buffer is larger than its image: it has `m->whole` bytes, all of which are
  /// compared, and the image begins at `m->origin`.
  bool surrounded() const { return upload_steps == 2; }
  /// The size of `m->before` in bytes, as a C expression.
  const char* whole() const { return surrounded() ? "m->whole" : "m->size"; }
  /// The line of C that ends a stage; empty where the route has no stages.
  std::string stage_end() const { return next_stage.empty() ? "" : "  " + next_stage + "\n"; }
};

/// Gives the code of a route with these options. `far` is the number of the memory that lies beyond
/// the first 4 GiB of its buffer, if there is one.
RouteCode route_code(const opencl::LaunchOptions& options, std::optional<std::size_t> far = {});

/// Whether events order the route's commands.
bool by_events(const opencl::LaunchOptions& options);
/// Whether no command may start before all commands are queued.
bool is_held(const opencl::LaunchOptions& options);

}  // namespace assay::conformance
