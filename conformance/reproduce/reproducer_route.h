#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// C code that brings buffers to the device and back the way that a route does, and no other way.
struct RouteCode {
  /// Queues, the order of commands, `upload()`, `download()`, `finish()`; stands behind `struct
  /// Memory`.
  std::string functions;
  /// Members of `struct Memory` beyond the usual, and statements that set them.
  std::string members, surround;
  /// What is added to `m->before` and `m->after` of a Memory `m` gives where the kernels' offsets
  /// begin.
  std::string base;
  /// How a memory becomes argument `i` of `kernel`, and how it is given back.
  std::string bind =
      "must(\"clSetKernelArg\", clSetKernelArg(kernel, i, sizeof(cl_mem),\n"
      "                                              &memories[arguments[k].memory].buffer));";
  std::string release = "clReleaseMemObject(m->buffer);";
  /// CL_TARGET_OPENCL_VERSION.
  unsigned version = 120;
  /// The last three arguments of an enqueued command; which queue; what ends a stage.
  std::string order, queue, next_stage;
  /// How many steps upload and download take.
  unsigned steps = 1;

  /// Whether the image lies at `m->origin` among `m->whole` bytes, all of which are compared.
  bool surrounded() const { return steps == 2; }
  /// The bytes of `m->before`.
  const char* whole() const { return surrounded() ? "m->whole" : "m->size"; }
  /// A line that ends a stage, where stages end.
  std::string stage_end() const { return next_stage.empty() ? "" : "  " + next_stage + "\n"; }
};

/// `far`: the number of the memory that lies behind 4 GiB.
RouteCode route_code(const opencl::LaunchOptions& options, std::optional<std::size_t> far = {});

/// Whether events order the route's commands; whether none starts before all are queued.
bool by_events(const opencl::LaunchOptions& options);
bool is_held(const opencl::LaunchOptions& options);

}  // namespace assay::conformance
