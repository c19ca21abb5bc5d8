// The time that a driver takes without our own work: the calls that a launch makes, with almost
// nothing to do in them.
#include "opencl/launch/floor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "opencl/device/references.h"
#include "opencl/launch/repetitions.h"
#include "opencl/program/program.h"
#include "ops/error.h"

namespace assay::opencl {
namespace {

constexpr const char* kFloorKernels = R"(
kernel void nothing(void) {}
kernel void increment(global uint* data) { data[get_global_id(0)] += 1; }
)";
constexpr std::size_t kItems = 16, kMostCopied = std::size_t{64} << 20;

/// The median seconds of an action that is repeated for about `seconds`. The first few times are
/// not counted.
template <typename Action>
double time_of(double seconds, const Action& action) {
  constexpr int kFirst = 3, kLeast = 5;
  for (int i = 0; i < kFirst; ++i) action();
  return median_seconds({kLeast, seconds}, action);
}

constexpr unsigned char kCopied = 0x5a;

/// The source holds kCopied in each byte. Throws Error where the copies do not bring that.
double time_of_copy(const Device& device, const cl::Buffer& from, const cl::Buffer& to,
                    std::size_t bytes, double seconds) {
  const cl::CommandQueue& queue = device.queue();
  const double taken = time_of(seconds, [&] {
    check("clEnqueueCopyBuffer", queue.enqueueCopyBuffer(from, to, 0, 0, bytes));
    check("clFinish", queue.finish());
  });
  unsigned char last = 0;
  check("clEnqueueReadBuffer", queue.enqueueReadBuffer(to, CL_TRUE, bytes - 1, 1, &last));
  if (last != kCopied) throw Error("copies on the device did not bring the bytes");
  return taken;
}

}  // namespace

double measure_copy(const Device& device, std::size_t bytes, double seconds) {
  const std::size_t half = std::max<std::size_t>(bytes / 2, 1);
  const cl::Buffer from = device.buffer(half), to = device.buffer(half);
  check("clEnqueueFillBuffer", device.queue().enqueueFillBuffer(from, kCopied, 0, half));
  check("clEnqueueFillBuffer",
        device.queue().enqueueFillBuffer(to, static_cast<unsigned char>(0), 0, half));
  return time_of_copy(device, from, to, half, seconds);
}

Floor measure_floor(const Device& device, double seconds) {
  constexpr double kMeasurements = 6;
  const double each = seconds / kMeasurements;
  const cl::CommandQueue& queue = device.queue();
  const cl::Program program = program_from_source(device, kFloorKernels, "");
  Floor floor;

  const cl::Kernel nothing = kernel_named(program, "nothing");
  floor.empty_launch = time_of(each, [&] {
    check("clEnqueueNDRangeKernel",
          queue.enqueueNDRangeKernel(nothing, cl::NullRange, kItems, kItems));
    check("clFinish", queue.finish());
  });

  std::uint32_t data[kItems] = {};
  const cl::Buffer small = device.buffer(sizeof data);
  cl::Kernel increment = kernel_named(program, "increment");
  check("clSetKernelArg", increment.setArg(0, small));
  std::uint32_t launches = 0;
  floor.smallest_launch = time_of(each, [&] {
    ++launches;
    check("clEnqueueWriteBuffer", queue.enqueueWriteBuffer(small, CL_FALSE, 0, sizeof data, data));
    check("clEnqueueNDRangeKernel",
          queue.enqueueNDRangeKernel(increment, cl::NullRange, kItems, kItems));
    check("clEnqueueReadBuffer", queue.enqueueReadBuffer(small, CL_FALSE, 0, sizeof data, data));
    check("clFinish", queue.finish());
  });

  for (const std::uint32_t number : data)
    if (number != launches)
      throw Error(
          fmt::format("{} launches of a kernel that adds 1 made {} of 0", launches, number));

  floor.copied = std::min<std::size_t>(kMostCopied, device.info().max_allocation);
  const auto from = std::make_unique<std::byte[]>(floor.copied);
  const auto to = std::make_unique<std::byte[]>(floor.copied);
  const cl::Buffer source = device.buffer(floor.copied);
  const cl::Buffer target = device.buffer(floor.copied);
  const double bytes = static_cast<double>(floor.copied);
  std::memset(from.get(), kCopied, floor.copied);
  check("clEnqueueFillBuffer",
        queue.enqueueFillBuffer(target, static_cast<unsigned char>(0), 0, floor.copied));
  floor.write = bytes / time_of(each, [&] {
                  check("clEnqueueWriteBuffer",
                        queue.enqueueWriteBuffer(source, CL_TRUE, 0, floor.copied, from.get()));
                });
  floor.device_copy = bytes / time_of_copy(device, source, target, floor.copied, each);
  floor.read = bytes / time_of(each, [&] {
                 check("clEnqueueReadBuffer",
                       queue.enqueueReadBuffer(target, CL_TRUE, 0, floor.copied, to.get()));
               });
  if (!std::equal(from.get(), from.get() + floor.copied, to.get()))
    throw Error("reads did not bring the bytes that were copied");
  floor.host_copy = bytes / time_of(each, [&] { std::memcpy(to.get(), from.get(), floor.copied); });
  check_references();
  return floor;
}

}  // namespace assay::opencl
