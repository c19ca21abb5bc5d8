// One program for each type has kernels for each function: for scalars and for vectors.
#include "conformance/measure/ulps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "conformance/measure/ulp_arguments.h"
#include "opencl/device/cl.h"
#include "opencl/device/references.h"
#include "opencl/program/program.h"
#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/half_rounding.h"
#include "ops/float_mode.h"
#include "ops/hash.h"
#include "ops/named_table.h"
#include "ops/nearest_name.h"
#include "ops/version.h"

namespace assay::conformance {
namespace {

using ops::Builtin;
using ops::Interval;
using ops::Precision;

/// The kernel of a function, for that many lanes: `exp_4`.
std::string kernel_of(const Builtin& f, UlpType type, int lanes) {
  const bool is_stored_half = type == UlpType::Float16, is_scalar = lanes == 1;
  // vload_half4, vload4
  const std::string suffix =
      (is_stored_half ? "_half" : "") + (is_scalar ? "" : std::to_string(lanes));
  const bool by_function = is_stored_half || !is_scalar;
  const auto load = [&](const char* from) {
    return by_function ? fmt::format("vload{}(i, {})", suffix, from) : fmt::format("{}[i]", from);
  };
  const std::string call = f.name == "divide" ? load("a") + " / " + load("b")
                           : f.binary ? fmt::format("{}({}, {})", f.name, load("a"), load("b"))
                                      : fmt::format("{}({})", f.name, load("a"));
  return fmt::format(
      "kernel void {0}_{1}(global const {2}* a, global const {2}* b, global {2}* out) {{\n"
      "  const size_t i = get_global_id(0);\n"
      "  {3};\n"
      "}}\n",
      f.name, lanes, type == UlpType::Float32 ? "float" : "half",
      by_function ? fmt::format("vstore{}({}, i, out)", suffix, call) : "out[i] = " + call);
}

/// What a function may give and how far it may be off, for one type on one device.
class Limits {
 public:
  Limits(const opencl::DeviceInfo& device, UlpType type)
      : type_(type),
        precision_(type == UlpType::Float32 ? Precision::Single : Precision::Half),
        keeps_denormals_(type == UlpType::Half ? device.denormals16 : device.denormals32),
        smallest_(static_cast<float>(type == UlpType::Half ? ops::kFloat16.smallest_normal
                                                           : ops::kFloat32.smallest_normal)) {}

  /// In ULP of the type. What vstore_half rounds has half an ULP beside the limit in single
  /// precision, of which an ULP is 2^-13 of one of a half.
  double of(const Builtin& f) const {
    if (type_ == UlpType::Half) return f.half_limit;
    return type_ == UlpType::Float16 ? 0.5 + f.limit * 0x1p-13 : f.limit;
  }

  Interval permitted(const Builtin& f, float a, float b) const {
    const Interval all =
        may_flush(evaluate(f, may_flush(Interval::of(a)), may_flush(Interval::of(b)),
                           type_ == UlpType::Half ? Precision::Half : Precision::Single));
    return type_ == UlpType::Float16 ? ops::rounded_to_half(all) : all;
  }

  double error(float came, double exact) const {
    return ops::ulps_between(came, exact, precision_);
  }

 private:
  Interval may_flush(const Interval& x) const {
    return keeps_denormals_ ? x : flushed(x, smallest_);
  }

  UlpType type_;
  Precision precision_;
  bool keeps_denormals_;
  float smallest_;
};

/// Measures functions of one type, of which `Element` is how a value is held.
template <class Element>
class Measurement {
 public:
  Measurement(const opencl::Device& device, ops::ForeignFloatMode& drivers_mode, UlpType type,
              const std::vector<const Builtin*>& all, const UlpsOptions& options)
      : device_(device),
        drivers_mode_(drivers_mode),
        type_(type),
        lanes_(options.lanes),
        limits_(device.info(), type) {
    std::string source = options.prelude;
    if (type == UlpType::Half) source += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
    for (const Builtin* f : all)
      for (const int lanes : lanes_) source += kernel_of(*f, type, lanes);
    const ops::ForeignFloatMode::Inside inside(drivers_mode_);
    program_ = opencl::program_from_source(device, source, "-cl-std=CL1.2");
  }

  /// Releases the program. Throws opencl::CallFailure.
  void end() {
    program_ = {};
    opencl::check_references();
  }

  void add(const Builtin& f, const std::vector<Element>& a, const std::vector<Element>& b,
           std::vector<UlpError>& errors) {
    std::vector<std::vector<Element>> came;
    for (const int lanes : lanes_) came.push_back(results_of(f, lanes, a, b));
    const std::size_t first = errors.size();
    for (const int lanes : lanes_)
      errors.push_back({.function = std::string(f.name),
                        .type = type_,
                        .lanes = lanes,
                        .operands = f.operands,
                        .limit = limits_.of(f),
                        .largest = -1});
    for (std::size_t i = 0; i < a.size(); ++i) {
      const float x = value_of(a[i]), y = value_of(b[i]);
      const Interval permitted = limits_.permitted(f, x, y);
      const double exact = f.unary ? f.unary(x) : f.binary(x, y);
      for (std::size_t l = 0; l < lanes_.size(); ++l)
        compare(errors[first + l], x, y, value_of(came[l][i]), exact, permitted);
    }
  }

 private:
  /// Where the last vector would not be full, the first arguments fill it up.
  std::vector<Element> results_of(const Builtin& f, int lanes, std::vector<Element> a,
                                  std::vector<Element> b) {
    const ops::ForeignFloatMode::Inside inside(drivers_mode_);
    for (std::size_t i = 0; a.size() % static_cast<std::size_t>(lanes) != 0; ++i) {
      a.push_back(a[i]);
      b.push_back(b[i]);
    }
    std::vector<Element> came(a.size());
    launch(f, lanes, a, b, came);
    // The launch has released its kernel and its buffers.
    opencl::check_references();
    return came;
  }

  void launch(const Builtin& f, int lanes, const std::vector<Element>& a,
              const std::vector<Element>& b, std::vector<Element>& came) const {
    using opencl::check;
    const std::size_t bytes = a.size() * sizeof(Element);
    const cl::CommandQueue& queue = device_.queue();
    cl::Kernel kernel = opencl::kernel_named(program_, fmt::format("{}_{}", f.name, lanes).c_str());
    std::array<cl::Buffer, 3> buffers;
    for (cl_uint i = 0; i < buffers.size(); ++i) {
      buffers[i] = device_.buffer(bytes);
      check("clSetKernelArg", kernel.setArg(i, buffers[i]));
    }
    check("clEnqueueWriteBuffer",
          queue.enqueueWriteBuffer(buffers[0], CL_TRUE, 0, bytes, a.data()));
    check("clEnqueueWriteBuffer",
          queue.enqueueWriteBuffer(buffers[1], CL_TRUE, 0, bytes, b.data()));
    // What an earlier launch left there is not taken for this one's results.
    std::memset(came.data(), 0xff, bytes);
    check("clEnqueueWriteBuffer",
          queue.enqueueWriteBuffer(buffers[2], CL_TRUE, 0, bytes, came.data()));
    check("clEnqueueNDRangeKernel",
          queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                     cl::NDRange(a.size() / static_cast<std::size_t>(lanes))));
    check("clEnqueueReadBuffer",
          queue.enqueueReadBuffer(buffers[2], CL_TRUE, 0, bytes, came.data()));
    // A driver that does not block leaves the kernel running, whose memory is released now.
    check("clFinish", queue.finish());
  }

  void compare(UlpError& all, float a, float b, float came, double exact,
               const Interval& permitted) const {
    const bool is_permitted = permitted.contains(came), was_beyond = all.is_beyond();
    all.refused += !is_permitted;
    ++all.results;
    double error = limits_.error(came, exact);
    // A zero that was flushed is permitted, and no error.
    if (is_permitted && error > all.limit) error = 0;
    // What is not permitted counts before what is, however small its error: the sign of a zero, or
    // a result that must be exact.
    if (std::pair(!is_permitted, error) <= std::pair(was_beyond, all.largest)) return;
    all.largest = error;
    all.a = a;
    all.b = b;
    all.came = came;
    all.exact = exact;
  }

  const opencl::Device& device_;
  ops::ForeignFloatMode& drivers_mode_;
  UlpType type_;
  std::vector<int> lanes_;
  Limits limits_;
  cl::Program program_;
};

std::vector<const Builtin*> functions_of(const std::vector<std::string>& names) {
  std::vector<const Builtin*> all;
  for (const std::string& name : names)
    if (!ops::builtin_named(name))
      throw Error(fmt::format("no built-in function {}{}", name,
                              ops::nearest_words(name, ops::names_in(ops::all_builtins()))));
  for (const Builtin& f : ops::all_builtins())
    if (names.empty() || std::ranges::find(names, f.name) != names.end()) all.push_back(&f);
  return all;
}

}  // namespace

Ulps measure_ulps(const opencl::Device& device, const UlpsOptions& o) {
  ops::ForeignFloatMode drivers_mode;
  // Vectors of four are full.
  const std::uint64_t count = (o.arguments + 3) / 4 * 4;
  const std::vector<const Builtin*> functions = functions_of(o.functions);
  Ulps ulps{ops::version(), device.info(), o.seed, count, {}, {}};
  const auto may_go_on = [&] { return !o.go_on || o.go_on(); };
  const auto measure = [&](UlpType type, auto element, auto arguments_of) {
    Measurement<decltype(element)> measurement(device, drivers_mode, type, functions, o);
    for (const Builtin* f : functions)
      if (may_go_on())
        measurement.add(*f, arguments_of(*f, count, ops::random_at(o.seed, 1)),
                        arguments_of(*f, count, ops::random_at(o.seed, 2)), ulps.errors);
    measurement.end();
  };
  const auto measure_type = [&](UlpType type) {
    if (type == UlpType::Half && !device.info().fp16)
      ulps.not_supported.push_back({type, "the device lacks cl_khr_fp16"});
    else if (type == UlpType::Float32)
      measure(type, float{}, float_arguments);
    else
      measure(type, std::uint16_t{}, half_arguments);
  };
  try {
    for (const UlpType type : kUlpTypes)
      if (may_go_on() && (o.types.empty() || std::ranges::find(o.types, type) != o.types.end()))
        measure_type(type);
  } catch (const opencl::CallFailure& failure) {
    ulps.cut_short = failure.text();
  }
  if (ulps.cut_short.empty() && !may_go_on()) ulps.cut_short = "the end was asked for";
  return ulps;
}

}  // namespace assay::conformance
