#include "opencl/launch/pass_launches.h"

#include <algorithm>

#include "opencl/launch/work_sizes.h"

namespace assay::opencl {

void PassLaunches::queue(PassKernel& kernel, const Pass& pass,
                         std::span<const ops::Problem> problems, const LaunchOptions& options,
                         bool null_local) {
  const std::size_t first = load_images(kernel);
  queue_launches(kernel, pass, problems, options, null_local);
  store_images(first);
}

std::size_t PassLaunches::load_images(PassKernel& kernel) {
  const std::size_t first = images_.size();
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    if (argument.image == Argument::Image::No) continue;
    const ImageCopy copy = memory_.image(device_, argument.place);
    copy.bind(kernel.kernel, static_cast<cl_uint>(i));
    copy.load(stream_);
    images_.push_back({copy, argument.image == Argument::Image::Write});
  }
  if (images_.size() > first) stream_.next_stage();
  return first;
}

void PassLaunches::store_images(std::size_t first) {
  for (std::size_t i = first; i < images_.size(); ++i) {
    if (!images_[i].is_written) continue;
    stream_.next_stage();
    images_[i].copy.store(stream_);
  }
}

void PassLaunches::queue_launches(PassKernel& kernel, const Pass& pass,
                                  std::span<const ops::Problem> problems,
                                  const LaunchOptions& options, bool null_local) {
  const bool by_value = options.case_space == CaseSpace::Value;
  const std::size_t local = pass.local.value_or(options.local), cases = problems.size();
  const bool null = null_local && !pass.local;
  bind(kernel, by_value);
  if (by_value) {
    for (std::size_t i = 0; i < cases; ++i) {
      bind_case(kernel, i);
      enqueue(kernel,
              {groups_of(pass, problems.subspan(i, 1), local), local, options.offset, 1, null});
    }
    return;
  }
  const std::size_t groups = groups_of(pass, problems, local);
  const std::size_t parts = std::min(options.launches, cases);
  for (std::size_t k = 0; k < parts; ++k) {
    const std::size_t from = cases * k / parts, to = cases * (k + 1) / parts;
    enqueue(kernel, {groups, local, options.offset + from, to - from, null});
  }
}

void PassLaunches::enqueue(PassKernel& kernel, const Range& range) {
  if (range.groups == 0) return;
  const PassKernel::LaunchedAt at{range.null_local ? LaunchOptions::kNullLocal : range.local,
                                  range.offset != 0};
  if (!kernel.was_launched(at)) {
    kernel.launched.push_back(at);
    ++first_launches_;
  }
  check("clEnqueueNDRangeKernel",
        stream_.queue().enqueueNDRangeKernel(
            kernel.kernel, range.offset == 0 ? cl::NullRange : cl::NDRange(0, range.offset),
            cl::NDRange(range.groups * range.local, range.cases),
            range.null_local ? cl::NullRange : cl::NDRange(range.local, 1), stream_.waits(),
            stream_.event()));
}

void PassLaunches::bind(PassKernel& kernel, bool by_value) const {
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    if (kernel.arguments[i].image == Argument::Image::No &&
        (kernel.arguments[i].of != Argument::Of::Cases || !by_value))
      memory_.bind(kernel.kernel, static_cast<cl_uint>(i), kernel.arguments[i]);
}

void PassLaunches::bind_case(PassKernel& kernel, std::size_t index) const {
  const std::span<const std::byte> bytes = memory_.descriptor(index);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    if (kernel.arguments[i].of == Argument::Of::Cases)
      check("clSetKernelArg",
            kernel.kernel.setArg(static_cast<cl_uint>(i), bytes.size(), bytes.data()));
}

}  // namespace assay::opencl
