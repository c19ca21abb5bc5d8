// One program has two kernels for each function: for scalars and for vectors of four.
#include "conformance/measure/ulps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "opencl/device/cl.h"
#include "opencl/program/program.h"
#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/float_key.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

using ops::Builtin;
using ops::Interval;

std::string kernels_of(const Builtin& f) {
  const bool divides = f.name == "divide";
  const auto call = [&](const std::string& a, const std::string& b) {
    if (divides) return a + " / " + b;
    return fmt::format("{}({}{})", f.name, a, f.binary ? ", " + b : "");
  };
  return fmt::format(
      "kernel void {0}_1(global const float* a, global const float* b, global float* out) {{\n"
      "  const size_t i = get_global_id(0);\n"
      "  out[i] = {1};\n"
      "}}\n"
      "kernel void {0}_4(global const float* a, global const float* b, global float* out) {{\n"
      "  const size_t i = get_global_id(0);\n"
      "  vstore4({2}, i, out);\n"
      "}}\n",
      f.name, call("a[i]", "b[i]"), call("vload4(i, a)", "vload4(i, b)"));
}

/// Arguments of one operand of a function.
std::vector<float> arguments_of(const Builtin& f, std::uint64_t count, std::uint64_t key) {
  std::vector<float> all(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t h = ops::random_at(key, i);
    const float sign = h >> 63 ? -1.f : 1.f;
    switch ((h >> 60) % 4) {
      case 0:
        all[i] = std::bit_cast<float>(static_cast<std::uint32_t>(h));
        break;
      case 1: {
        const std::int32_t step = static_cast<std::int32_t>((h >> 32) % 33) - 16;
        all[i] = sign * ops::float_of_key(ops::key_of(f.edges[h % f.edges.size()]) + step);
        break;
      }
      default: {
        const float fraction = 1 + static_cast<float>(h & 0x7f'ffff) * 0x1p-23f;
        all[i] = sign * std::ldexp(fraction, static_cast<int>((h >> 32) % 16) - 9);
      }
    }
  }
  return all;
}

class Measurement {
 public:
  Measurement(const opencl::Device& device, std::uint64_t count)
      : device_(device), count_(count), came_(count) {
    std::string source;
    for (const Builtin& f : ops::all_builtins()) source += kernels_of(f);
    program_ = opencl::program_from_source(device, source, "-cl-std=CL1.2");
    for (cl::Buffer& buffer : buffers_) buffer = device.buffer(count * sizeof(float));
  }

  void add(const Builtin& f, std::uint64_t seed, std::vector<UlpError>& errors) {
    const std::vector<float> a = arguments_of(f, count_, ops::random_at(seed, 1));
    const std::vector<float> b = arguments_of(f, count_, ops::random_at(seed, 2));
    for (const int lanes : {1, 4}) {
      run(fmt::format("{}_{}", f.name, lanes), lanes, a, b);
      errors.push_back(largest_error(f, lanes, a, b));
    }
  }

 private:
  void run(const std::string& name, int lanes, const std::vector<float>& a,
           const std::vector<float>& b) {
    using opencl::check;
    const std::size_t bytes = count_ * sizeof(float);
    const cl::CommandQueue& queue = device_.queue();
    check("clEnqueueWriteBuffer",
          queue.enqueueWriteBuffer(buffers_[0], CL_TRUE, 0, bytes, a.data()));
    check("clEnqueueWriteBuffer",
          queue.enqueueWriteBuffer(buffers_[1], CL_TRUE, 0, bytes, b.data()));
    cl::Kernel kernel = opencl::kernel_named(program_, name.c_str());
    for (cl_uint i = 0; i < 3; ++i) check("clSetKernelArg", kernel.setArg(i, buffers_[i]));
    check("clEnqueueNDRangeKernel",
          queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                     cl::NDRange(count_ / static_cast<std::size_t>(lanes))));
    check("clEnqueueReadBuffer",
          queue.enqueueReadBuffer(buffers_[2], CL_TRUE, 0, bytes, came_.data()));
  }

  Interval operand(float x) const {
    return device_.info().denormals32 ? Interval::of(x) : flushed(Interval::of(x));
  }

  UlpError largest_error(const Builtin& f, int lanes, const std::vector<float>& a,
                         const std::vector<float>& b) const {
    UlpError all{.function = std::string(f.name),
                 .lanes = lanes,
                 .operands = f.operands,
                 .limit = f.limit,
                 .largest = -1};
    for (std::uint64_t i = 0; i < count_; ++i) {
      Interval permitted = evaluate(f, operand(a[i]), operand(b[i]));
      if (!device_.info().denormals32) permitted = flushed(permitted);
      const bool is_permitted = permitted.contains(came_[i]);
      all.refused += !is_permitted;
      ++all.results;
      const double exact = f.unary ? f.unary(a[i]) : f.binary(a[i], b[i]);
      double error = ops::ulps_between(came_[i], exact);
      // A zero that was flushed is permitted, and no error.
      if (is_permitted && error > f.limit) error = 0;
      if (error <= all.largest) continue;
      all.largest = error;
      all.a = a[i];
      all.b = b[i];
      all.came = came_[i];
      all.exact = exact;
    }
    return all;
  }

  const opencl::Device& device_;
  std::uint64_t count_;
  std::vector<float> came_;
  cl::Program program_;
  cl::Buffer buffers_[3];
};

}  // namespace

std::vector<UlpError> measure_ulps(const opencl::Device& device, std::uint64_t arguments,
                                   std::uint64_t seed) {
  // A vector takes four arguments.
  Measurement measurement(device, (arguments + 3) / 4 * 4);
  std::vector<UlpError> errors;
  for (const Builtin& f : ops::all_builtins()) measurement.add(f, seed, errors);
  return errors;
}

}  // namespace assay::conformance
