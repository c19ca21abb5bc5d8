#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// C code that brings buffers to the device and back the way that a route does, and no other way.
struct RouteCode {
  /// Queues, the order of commands, `upload()`, `download()`, `finish()`; stands behind `struct
  /// Memory`.
  std::string functions;
  /// Members of `struct Memory` beyond the usual.
  std::string members;
  /// Of a Memory `m`: where the image begins in `m->before`, and the bytes of `m->before`.
  std::string origin = "0", whole = "m->size";
  /// Where the kernels' offsets begin in `m->before`.
  std::string base = "0";
  /// How a memory becomes argument `i` of `kernel`, and how it is given back.
  std::string bind =
      "must(\"clSetKernelArg\", clSetKernelArg(kernel, i, sizeof(cl_mem),\n"
      "                                              &memories[arguments[k].memory].buffer));";
  std::string release = "clReleaseMemObject(m->buffer);";
  /// CL_TARGET_OPENCL_VERSION.
  unsigned version = 120;
  /// Statements that set those members and fill what lies around the image.
  std::string surround;
  /// The last three arguments of an enqueued command; which queue; what ends a stage.
  std::string order, queue, next_stage;
  /// How many steps upload and download take.
  unsigned steps = 1;
};

/// `far`: the number of the memory that lies behind 4 GiB.
RouteCode route_code(const opencl::LaunchOptions& options, std::optional<std::size_t> far = {});

/// Whether events order the route's commands; whether none starts before all are queued.
bool by_events(const opencl::LaunchOptions& options);
bool is_held(const opencl::LaunchOptions& options);

/// `text` with each of the words (`@WORD@`) replaced.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace assay::conformance
