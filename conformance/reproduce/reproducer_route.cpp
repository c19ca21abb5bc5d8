// Writes the commands of opencl/device/command_stream.cpp as C, but only those that the route uses:
// a plain route has no events and no pieces.
#include "conformance/reproduce/reproducer_route.h"

#include <fmt/format.h>

#include "conformance/base/text_template.h"
#include "conformance/reproduce/reproducer_transfer.h"
#include "opencl/device/command_stream.h"
#include "opencl/memory/device_memory.h"

namespace assay::conformance {
namespace {

using opencl::LaunchOptions;
using opencl::MemoryKind;
using opencl::QueueKind;

constexpr const char* kEvents = R"(
static cl_event *events;
static cl_uint event_count, event_room;

static cl_event *next_event(void) {
  if (event_count == event_room &&
      !(events = realloc(events, (event_room += 256) * sizeof *events)))
    abort();
  return &events[event_count++];
}
)";

constexpr const char* kComplete = R"(
static void must_be_complete(cl_event event) {
  cl_int status = 0;
  must("clGetEventInfo", clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                        &status, NULL));
  if (status != CL_COMPLETE) must("CL_EVENT_COMMAND_EXECUTION_STATUS after clFinish", status);
}
)";

constexpr const char* kAllComplete =
    "  for (cl_uint i = 0; i < event_count; ++i) must_be_complete(events[i]);\n";

constexpr const char* kTimes = R"(  for (cl_uint i = 0; i < event_count; ++i) {
    cl_ulong start = CL_ULONG_MAX, end = 0;
    must("clGetEventProfilingInfo", clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START,
                                                            sizeof start, &start, NULL));
    must("clGetEventProfilingInfo", clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END,
                                                            sizeof end, &end, NULL));
    if (end < start) {
      printf("FAIL: a command ended before it started\n");
      fflush(stdout);
      _Exit(1);
    }
  }
)";

constexpr const char* kStages = R"(
// Commands of one stage depend on all of the stage before, by a marker where those are many.
static cl_event waits[@MOST@];
static cl_uint wait_count, stage_from;

static void next_stage(void) {
  const cl_event *stage = events + stage_from;
  const cl_uint count = event_count - stage_from;
  if (!count) return;
  stage_from = event_count;
  if (count > @MOST@) {
    must("clEnqueueMarkerWithWaitList", clEnqueueMarkerWithWaitList(@QUEUE@, count, stage, waits));
    wait_count = 1;
  } else {
    memcpy(waits, stage, count * sizeof *stage);
    wait_count = count;
  }
  must("clFlush", clFlush(@QUEUE@));
  at = (at + 1) % kQueues;
}
)";

constexpr const char* kGate = R"(
// No command may start before this event is set.
static cl_event gate;

static void hold(void) {
  cl_int code;
  gate = clCreateUserEvent(context, &code);
  must("clCreateUserEvent", code);
  waits[0] = gate;
  wait_count = 1;
}
)";

constexpr const char* kPieces = R"(
// Transfers go by pieces that end at odd offsets.
static size_t piece_end(size_t size, size_t from, size_t k) {
  const size_t to = k == @PIECES@ ? size : size * k / @PIECES@ | 1;
  return to < from ? from : to > size ? size : to;
}
)";

unsigned count_of_queues(const LaunchOptions& o) { return o.queue == QueueKind::Several ? 3 : 1; }

std::string queue_code(const LaunchOptions& o, const std::string& queue) {
  std::string text = fmt::format(
      "enum {{ kQueues = {} }};\nstatic cl_command_queue queues[kQueues];\n", count_of_queues(o));
  if (by_events(o)) text += "static int at;\n";
  if (by_events(o) || o.queue == QueueKind::Profiling) text += std::string(kEvents) + kComplete;
  if (by_events(o))
    text += filled(kStages,
                   {{"MOST", std::to_string(opencl::CommandStream::kMostWaits)}, {"QUEUE", queue}});
  if (is_held(o)) text += kGate;
  text += "\nstatic void finish(void) {\n";
  if (is_held(o))
    text += "  must(\"clSetUserEventStatus\", clSetUserEventStatus(gate, CL_COMPLETE));\n";
  text += "  for (int i = 0; i < kQueues; ++i) must(\"clFlush\", clFlush(queues[i]));\n";
  if (o.queue == QueueKind::InOrder)
    text +=
        "  must(\"clEnqueueMarkerWithWaitList\",\n"
        "       clEnqueueMarkerWithWaitList(queues[0], 0, NULL, NULL));\n";
  text += "  for (int i = 0; i < kQueues; ++i) must(\"clFinish\", clFinish(queues[i]));\n";
  if (by_events(o)) text += std::string(kAllComplete) + "  wait_count = stage_from = 0;\n";
  if (o.queue == QueueKind::Profiling) text += std::string(kAllComplete) + kTimes;
  if (by_events(o) || o.queue == QueueKind::Profiling) text += "  event_count = 0;\n";
  text += "}\n";
  // A rectangle goes as one.
  if (o.pieces > 1 && o.memory != MemoryKind::Rect)
    text += filled(kPieces, {{"PIECES", std::to_string(o.pieces)}});
  return text;
}

}  // namespace

bool by_events(const LaunchOptions& o) {
  return o.queue == QueueKind::OutOfOrder || o.queue == QueueKind::Several;
}

bool is_held(const LaunchOptions& o) {
  return by_events(o) && opencl::DeviceMemory::can_be_held(o.memory);
}

RouteCode route_code(const LaunchOptions& o, std::optional<std::size_t> far) {
  RouteCode code;
  code.queue = o.queue == QueueKind::Several ? "queues[at]" : "queues[0]";
  code.order = by_events(o) ? "wait_count, wait_count ? waits : NULL, next_event()"
               : o.queue == QueueKind::Profiling ? "0, NULL, next_event()"
                                                 : "0, NULL, NULL";
  if (by_events(o)) code.next_stage = "next_stage();";
  code.functions = queue_code(o, code.queue);
  add_transfer(o, far, code);
  if (o.program == opencl::ProgramFrom::Spirv) code.version = 210;
  return code;
}

}  // namespace assay::conformance
