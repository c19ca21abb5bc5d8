// Writes each launch of the route as statements of its own, without a loop, so that a reader of the
// C file sees its sizes.
#include "conformance/reproduce/reproducer_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/reproduce/program_part.h"
#include "opencl/launch/work_sizes.h"

namespace assay::conformance {
namespace {

/// The properties that the queues are made with, as a C expression.
std::string queue_properties(const ReproducerBatch& batch) {
  return batch.options.queue == opencl::QueueKind::OutOfOrder
             ? "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"
         : batch.options.queue == opencl::QueueKind::Profiling ? "CL_QUEUE_PROFILING_ENABLE"
                                                               : "0";
}

/// The statements that make the program again, from its binary or from SPIR-V, where the route asks
/// for that; else an empty text.
std::string program_again(const ReproducerBatch& batch) {
  switch (batch.options.program) {
    case opencl::ProgramFrom::Binary:
      return program_part("from_binary.c");
    case opencl::ProgramFrom::Spirv:
      return program_part("from_spirv.c",
                          {{"OPTIONS", batch.options.optimize ? "" : "-cl-opt-disable"}});
    default:
      return {};
  }
}

/// Whether the same kernel objects launch all runs. Else each launch has a new one.
bool keeps_kernels(const ReproducerBatch& batch) { return batch.route.repeat > 1; }

/// The statements that make the kernel of a name.
std::string kernel_of(const ReproducerBatch& batch) {
  return keeps_kernels(batch)
             ? program_part("kept_kernel.c",
                            {{"PASSES", std::to_string(batch.variant.passes.size())}})
             : program_part("new_kernel.c");
}

/// The statements that launch a pass over the cases from `from` up to, not including, `to`. With
/// `alone` there is one case, which the kernel gets as an argument by value.
std::string launch_of(const ReproducerBatch& batch, const RouteCode& code, const opencl::Pass& pass,
                      std::size_t from, std::size_t to, bool alone) {
  const std::size_t local = pass.local.value_or(batch.options.local);
  const std::size_t groups =
      alone ? opencl::groups_of(pass, std::span(batch.problems).subspan(from, 1), local)
            : opencl::groups_of(pass, batch.problems, local);
  if (groups == 0) return {};
  const std::size_t first = batch.options.offset + (alone ? 0 : from);
  const bool null = batch.null_local && !pass.local;
  std::string text = "  {\n";
  text +=
      fmt::format("    const size_t global[2] = {{{}, {}}}", groups * local, alone ? 1 : to - from);
  if (!null) text += fmt::format(", local[2] = {{{}, 1}}", local);
  if (first > 0) text += fmt::format(", offset[2] = {{0, {}}}", first);
  text += fmt::format(";\n    cl_kernel kernel = bound(\"{}\"{});\n", pass.name,
                      alone ? fmt::format(", {}", batch.offset() + from) : "");
  text += fmt::format(
      "    must(\"clEnqueueNDRangeKernel\",\n         clEnqueueNDRangeKernel({}, kernel, 2, "
      "{}, global, {}, {}));\n",
      code.queue, first > 0 ? "offset" : "NULL", null ? "NULL" : "local", code.order);
  if (!keeps_kernels(batch)) text += "    must(\"clReleaseKernel\", clReleaseKernel(kernel));\n";
  return text + "  }\n";
}

/// The rows `{name, memory}` of the kernels' arguments: an argument's name, and the number of the
/// memory that it is bound to.
std::string arguments(const ReproducerBatch& batch) {
  std::string text = "{\"cases\", 0}";
  for (const ops::Member& m : batch.file.signature->members)
    if (is_tensor(m.kind) && !batch.variant.image(m.place))
      text += fmt::format(", {{\"{}\", {}}}", m.name, batch.region_of(m.place));
  for (std::size_t s = 0; s < batch.variant.scratch.size(); ++s)
    text += fmt::format(", {{\"{}\", {}}}", batch.variant.scratch[s].name,
                        batch.memory.region_of({opencl::Argument::Of::Scratch, s}));
  return text;
}

/// The statements that launch all passes over all cases.
std::string launches(const ReproducerBatch& batch, const RouteCode& code) {
  std::string text;
  const std::size_t count = batch.cases.size(), parts = std::min(batch.options.launches, count);
  const bool has_images = !batch.variant.images.empty();
  const std::string stage_end = code.stage_end();
  for (const opencl::Pass& pass : batch.variant.passes) {
    if (has_images) text += "  load_images();\n" + stage_end;
    if (batch.by_value())
      for (std::size_t i = 0; i < count; ++i) text += launch_of(batch, code, pass, i, i + 1, true);
    else
      for (std::size_t k = 0; k < parts; ++k)
        text += launch_of(batch, code, pass, count * k / parts, count * (k + 1) / parts, false);
    text += stage_end;
    if (has_images) text += "  store_images();\n" + stage_end;
  }
  return text;
}

}  // namespace

std::string setup_part(const ReproducerBatch& batch, const RouteCode& code) {
  return program_part("setup.c", {{"PROPERTIES", queue_properties(batch)},
                                  {"BINARY", program_again(batch)},
                                  {"SURROUND", code.surround},
                                  {"WHOLE", code.whole()}});
}

std::string launch_part(const ReproducerBatch& batch, const RouteCode& code) {
  const bool again = batch.is_made_again(), by_value = batch.by_value();
  return program_part(
      "launch.c", {{"BOUND_CASE", by_value ? ", unsigned index" : ""},
                   {"ARGUMENTS", arguments(batch)},
                   {"KERNEL", kernel_of(batch)},
                   {"NAMED", again ? program_part("named_kernel.c") : ""},
                   {"NAMED_KERNEL", again ? "named" : "kernel"},
                   {"BY_VALUE", by_value ? program_part("bind_case.c") : ""},
                   {"BIND_IMAGE", batch.variant.images.empty() ? "" : program_part("bind_image.c")},
                   {"BIND", code.bind},
                   {"LAUNCH", launches(batch, code)}});
}

}  // namespace assay::conformance
