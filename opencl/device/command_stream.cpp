// Commands are ordered by stages, so the code that queues a command does not name the commands that
// it waits for. On an in-order queue stages cost nothing. On other queues the events of one stage
// are the wait list of the next. A user event may hold a stream at its start. Then a driver that
// does not wait for events runs all commands too early every time, and the fault is always found.

#include "opencl/device/command_stream.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace assay::opencl {
namespace {

constexpr std::size_t kSeveral = 3;

cl_command_queue_properties properties_of(QueueKind kind) {
  if (kind == QueueKind::OutOfOrder) return CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  return kind == QueueKind::Profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
}

void move_to(std::vector<cl::Event>& to, std::vector<cl::Event>& events) {
  std::move(events.begin(), events.end(), std::back_inserter(to));
  events.clear();
}

}  // namespace

void CommandStream::begin(QueueKind kind, bool held) {
  if (queues_for_ != kind) {
    queues_.clear();
    queues_for_.reset();
    const std::size_t count = kind == QueueKind::Several ? kSeveral : 1;
    while (queues_.size() < count) {
      cl_int code = CL_SUCCESS;
      queues_.push_back(
          kind == QueueKind::InOrder
              ? device_.queue()
              : cl::CommandQueue(device_.context(), device_.handle(), properties_of(kind), &code));
      check("clCreateCommandQueue", code);
    }
    queues_for_ = kind;
  }
  kind_ = kind;
  at_ = 0;
  clear();
  held_ = held && by_events();
  if (!held_) return;
  cl_int code = CL_SUCCESS;
  gate_ = cl::UserEvent(device_.context(), &code);
  if (code != CL_SUCCESS) held_ = false;
  check("clCreateUserEvent", code);
  waits_.push_back(gate_);
}

cl::Event* CommandStream::event() {
  if (kind_ == QueueKind::InOrder) return nullptr;
  return &stage_.emplace_back();
}

void CommandStream::next_stage() {
  if (!by_events() || stage_.empty()) return;
  if (stage_.size() > kMostWaits) {
    cl::Event all;
    check("clEnqueueMarkerWithWaitList", queue().enqueueMarkerWithWaitList(&stage_, &all));
    move_to(earlier_, stage_);
    stage_.push_back(all);
  }
  move_to(earlier_, waits_);
  waits_.swap(stage_);
  // A command may wait for an event of another queue only if that queue was flushed.
  check("clFlush", queue().flush());
  at_ = (at_ + 1) % queues_.size();
}

void CommandStream::clear() {
  waits_.clear();
  stage_.clear();
  earlier_.clear();
}

void CommandStream::release() {
  if (!held_) return;
  check("clSetUserEventStatus", gate_.setStatus(CL_COMPLETE));
  held_ = false;
}

void CommandStream::start() {
  release();
  for (const cl::CommandQueue& queue : queues_) check("clFlush", queue.flush());
}

// Some drivers' clFinish does not wait for flushed commands (conformance/known/RUSTICL.md). A
// marker on the plain queue gives clFinish something to wait for. Without it every case would fail
// on such a driver for this reason alone.
cl_int CommandStream::mark_end(const cl::CommandQueue& queue) const {
  return kind_ == QueueKind::InOrder ? queue.enqueueMarkerWithWaitList() : CL_SUCCESS;
}

void CommandStream::finish() {
  release();
  for (const cl::CommandQueue& queue : queues_) {
    check("clEnqueueMarkerWithWaitList", mark_end(queue));
    check("clFinish", queue.finish());
  }
  for (const auto* events : {&earlier_, &waits_, &stage_})
    for (const cl::Event& event : *events) {
      cl_int status = CL_QUEUED;
      check("clGetEventInfo", clGetEventInfo(event(), CL_EVENT_COMMAND_EXECUTION_STATUS,
                                             sizeof status, &status, nullptr));
      // The status is an error, or the command has not ended although clFinish has returned.
      if (status != CL_COMPLETE)
        check("clGetEventInfo(CL_EVENT_COMMAND_EXECUTION_STATUS) after clFinish", status);
    }
  if (kind_ == QueueKind::Profiling) check_times();
  clear();
}

void CommandStream::check_times() const {
  for (const cl::Event& event : stage_) {
    // Of a question that is not answered, the value stays, and the end is before the start.
    cl_ulong start = std::numeric_limits<cl_ulong>::max(), end = 0;
    check("clGetEventProfilingInfo", clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_START,
                                                             sizeof start, &start, nullptr));
    check("clGetEventProfilingInfo",
          clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr));
    if (end < start)
      throw CallFailure("clGetEventProfilingInfo with an end before the start", CL_SUCCESS);
  }
}

void CommandStream::abandon() {
  if (held_) gate_.setStatus(CL_COMPLETE);
  held_ = false;
  for (const cl::CommandQueue& queue : queues_) {
    mark_end(queue);
    queue.finish();
  }
  clear();
}

}  // namespace assay::opencl
