// Order is a matter of stages: who queues a command names no command that it waits for. On an
// in-order queue stages cost nothing; on others the events of one stage are the wait list of the
// next. A stream may be held by a user event at its start, so that a driver that does not wait
// where it must runs everything at once and too early, every time.

#include "opencl/device/command_stream.h"

namespace assay::opencl {
namespace {

constexpr std::size_t kSeveral = 3;

cl_command_queue_properties properties_of(QueueKind kind) {
  if (kind == QueueKind::OutOfOrder) return CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  return kind == QueueKind::Profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
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
    ended_.swap(stage_);
    stage_.assign(1, all);
  } else {
    ended_.clear();
  }
  waits_.swap(stage_);
  stage_.clear();
  // Another queue may wait for events only of commands that were flushed.
  check("clFlush", queue().flush());
  at_ = (at_ + 1) % queues_.size();
}

void CommandStream::clear() {
  waits_.clear();
  stage_.clear();
  ended_.clear();
}

void CommandStream::release() {
  if (!held_) return;
  held_ = false;
  check("clSetUserEventStatus", gate_.setStatus(CL_COMPLETE));
}

void CommandStream::start() {
  release();
  for (const cl::CommandQueue& queue : queues_) check("clFlush", queue.flush());
}

// Not every driver's clFinish waits for what was flushed (conformance/known/RUSTICL.md). So that
// not every case fails for that alone, the plain queue is given something to wait for.
cl_int CommandStream::mark_end(const cl::CommandQueue& queue) const {
  return kind_ == QueueKind::InOrder ? queue.enqueueMarkerWithWaitList() : CL_SUCCESS;
}

void CommandStream::finish() {
  release();
  for (const cl::CommandQueue& queue : queues_) {
    check("clEnqueueMarkerWithWaitList", mark_end(queue));
    check("clFinish", queue.finish());
  }
  const std::vector<cl::Event>& last = !stage_.empty() ? stage_ : !ended_.empty() ? ended_ : waits_;
  for (const cl::Event& event : last) {
    cl_int code = CL_SUCCESS;
    const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(&code);
    check("clGetEventInfo", code);
    // An error, or a command that clFinish should have waited for.
    if (status != CL_COMPLETE)
      check("clGetEventInfo(CL_EVENT_COMMAND_EXECUTION_STATUS) after clFinish", status);
  }
  if (kind_ == QueueKind::Profiling) check_times();
  clear();
}

void CommandStream::check_times() const {
  for (const cl::Event& event : stage_) {
    cl_int code = CL_SUCCESS;
    event.getProfilingInfo<CL_PROFILING_COMMAND_START>(&code);
    check("clGetEventProfilingInfo", code);
    event.getProfilingInfo<CL_PROFILING_COMMAND_END>(&code);
    check("clGetEventProfilingInfo", code);
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
