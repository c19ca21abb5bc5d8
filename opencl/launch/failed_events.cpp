#include "opencl/launch/failed_events.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "opencl/launch/call_probe.h"

namespace assay::opencl {
namespace {

constexpr int kRefusal = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
constexpr cl_uint kHosts = 0xa5a5'a5a5u, kDevices = 0x5a5a'5a5au;

/// Nothing if a call refuses because of the failed event. Throws CallFailure if it refuses for
/// another reason, such as a want of memory.
std::optional<Damage> unrefused(std::string_view call, int code, const FailedWait& wait) {
  if (code == kRefusal) return std::nullopt;
  check(call, code);
  return wrong_call(fmt::format("{} gave {} for {}", call, code_name(code), wait.read));
}

/// One read, with what it needs.
class Read {
 public:
  Read(const Device& device, const FailedWait& wait) : wait_(wait) {
    int code = CL_SUCCESS;
    context_ = cl::Context(device.handle(), nullptr, nullptr, nullptr, &code);
    check("clCreateContext", code);
    queue_ = cl::CommandQueue(context_, device.handle(), cl_command_queue_properties{0}, &code);
    check("clCreateCommandQueue", code);
    cl_uint contents = kDevices;
    buffer_ = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof contents,
                         &contents, &code);
    check("clCreateBuffer", code);
    for (unsigned i = 0; i < wait.completing + wait.failing; ++i) {
      events_.emplace_back(context_, &code);
      check("clCreateUserEvent", code);
    }
  }

  Read(const Read&) = delete;
  Read& operator=(const Read&) = delete;
  ~Read() {
    // Where a status was refused, it is set once more, since no object may be released while a
    // command waits for an event without one.
    for (; set_ < events_.size(); ++set_) events_[set_].setStatus(kFailedStatus);
  }

  std::optional<Damage> run() {
    auto damage = judged();
    // A driver that does not keep the order may write there later.
    if (damage) static_cast<void>(host_.release());
    return damage;
  }

 private:
  std::optional<Damage> judged() {
    while (set_ < wait_.completing) set(CL_COMPLETE);
    if (wait_.before) {
      fail();
      const std::vector<cl::Event> last{events_.back()};
      if (auto damage = unrefused("clWaitForEvents", cl::Event::waitForEvents(last), wait_))
        return damage;
    }
    const std::vector<cl::Event> waits(events_.begin(), events_.end());
    cl::Event done;
    const int queued = queue_.enqueueReadBuffer(buffer_, wait_.blocking ? CL_TRUE : CL_FALSE, 0,
                                                sizeof *host_, host_.get(), &waits, &done);
    // Who knows at once that the read is never carried out may say so.
    const bool is_queued = queued == CL_SUCCESS;
    if (wait_.blocking || (wait_.before && !is_queued)) {
      if (auto damage = unrefused("clEnqueueReadBuffer", queued, wait_)) return damage;
    } else {
      check("clEnqueueReadBuffer", queued);
      // No object may be released before each event that a command waits for has a status.
      const int flushed = queue_.flush();
      if (!wait_.before) fail();
      // The queue of a read that was terminated may be of no use.
      if (!wait_.before) check("clFlush", flushed);
      if (auto damage = unrefused("clWaitForEvents", cl::Event::waitForEvents({done}), wait_))
        return damage;
    }
    if (*host_ == kHosts) return std::nullopt;
    return wrong_call(fmt::format("{} was carried out", wait_.read));
  }

  /// Sets the status of the next event.
  void set(int status) {
    check("clSetUserEventStatus", events_[set_].setStatus(status));
    ++set_;
  }
  void fail() {
    while (set_ < events_.size()) set(kFailedStatus);
  }

  const FailedWait& wait_;
  cl::Context context_;
  cl::Buffer buffer_;
  std::unique_ptr<cl_uint> host_ = std::make_unique<cl_uint>(kHosts);
  // The queue is released before what its command uses.
  std::vector<cl::UserEvent> events_;
  std::size_t set_ = 0;
  cl::CommandQueue queue_;
};

}  // namespace

bool is_known_to_fail(const FailedWait& wait, const DeviceInfo& device) {
  if (device.is_pocl() && device.driver_version.starts_with("3.")) return wait.before;
  if (device.platform == "Intel(R) OpenCL" && device.driver_version.starts_with("2026.22."))
    return wait.blocking || (wait.before && wait.failing > 1);
  if (device.platform == "Oclgrind") return !wait.before || wait.blocking;
  return false;
}

std::optional<Damage> probe_failed_events(const Device& device) {
  for (const FailedWait& wait : kFailedWaits)
    if (!is_known_to_fail(wait, device.info()))
      if (auto damage = Read(device, wait).run()) return damage;
  return std::nullopt;
}

}  // namespace assay::opencl
