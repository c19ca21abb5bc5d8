// One route's launches, written out: no loop over what happens once.
#include "conformance/reproduce/reproducer_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "opencl/device/spirv.h"
#include "opencl/launch/launch.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

std::string stage_end(const std::string& before, const RouteCode& code) {
  return code.next_stage.empty() ? "" : before + code.next_stage + "\n";
}

std::string launch_of(const ReproducerBatch& batch, const opencl::Pass& pass, std::size_t from,
                      std::size_t to, bool alone) {
  const std::size_t local = pass.local.value_or(batch.options.local);
  const std::size_t groups =
      alone ? opencl::groups_of(pass, batch.file, std::span(batch.problems).subspan(from, 1), local)
            : opencl::groups_of(pass, batch.file, batch.problems, local);
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
      "    must(\"clEnqueueNDRangeKernel\",\n         clEnqueueNDRangeKernel(@QUEUE@, kernel, 2, "
      "{}, global, {}, @ORDER@));\n    clReleaseKernel(kernel);\n  }}\n",
      first > 0 ? "offset" : "NULL", null ? "NULL" : "local");
  return text;
}

}  // namespace

std::string c_queue_properties(const ReproducerBatch& batch) {
  return batch.options.queue == opencl::QueueKind::OutOfOrder
             ? "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"
         : batch.options.queue == opencl::QueueKind::Profiling ? "CL_QUEUE_PROFILING_ENABLE"
                                                               : "0";
}

std::string c_binary(const ReproducerBatch& batch) {
  if (batch.options.program == opencl::ProgramFrom::Spirv)
    return "  // The program made again from SPIR-V.\n"
           "  source_program = program;\n"
           "  program = clCreateProgramWithIL(context, spirv, sizeof spirv, &code);\n"
           "  must(\"clCreateProgramWithIL\", code);\n"
           "  must(\"clBuildProgram\", clBuildProgram(program, 1, &device, " +
           std::string(batch.options.optimize ? "\"\"" : "\"-cl-opt-disable\"") +
           ", NULL, NULL));\n";
  if (batch.options.program == opencl::ProgramFrom::Source) return {};
  return "  // The program made again from its binary.\n"
         "  size_t size = 0;\n"
         "  must(\"clGetProgramInfo\", clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof "
         "size, &size, NULL));\n"
         "  unsigned char* bytes = malloc(size + 1);\n"
         "  must(\"clGetProgramInfo\", clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof "
         "bytes, &bytes, NULL));\n"
         "  source_program = program;\n"
         "  if (size > 0) {\n"
         "    program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned "
         "char**)&bytes, NULL, &code);\n"
         "    must(\"clCreateProgramWithBinary\", code);\n"
         "    build(program);\n  }\n  free(bytes);\n";
}

std::string c_spirv(const ReproducerBatch& batch, const std::string& options) {
  if (batch.options.program != opencl::ProgramFrom::Spirv) return {};
  const auto module = opencl::make_spirv(batch.file.source(batch.variant), options);
  if (!module) throw Error("SPIR-V cannot be made: clang or llvm-spirv is missing or fails");
  std::string text = "// The same as SPIR-V.\nstatic const uint32_t spirv[] = {";
  for (std::size_t at = 0; at + 4 <= module->size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, module->data() + at, 4);
    text += fmt::format("{}0x{:08x},", at % 32 == 0 ? "\n    " : " ", word);
  }
  return text + "\n};\n";
}

std::string c_arguments(const ReproducerBatch& batch) {
  std::string text = "{\"cases\", 0}";
  for (const ops::Member& m : batch.file.signature->members)
    if (is_tensor(m.kind)) text += fmt::format(", {{\"{}\", {}}}", m.name, batch.region_of(m));
  for (std::size_t s = 0; s < batch.variant.scratch.size(); ++s)
    text += fmt::format(", {{\"{}\", {}}}", batch.variant.scratch[s].name,
                        batch.memory.region_of({opencl::Argument::Of::Scratch, s}));
  return text;
}

std::string c_launches(const ReproducerBatch& batch, const RouteCode& code) {
  std::string text;
  const std::size_t count = batch.cases.size(), parts = std::min(batch.options.launches, count);
  for (const opencl::Pass& pass : batch.variant.passes) {
    if (batch.by_value())
      for (std::size_t i = 0; i < count; ++i) text += launch_of(batch, pass, i, i + 1, true);
    else
      for (std::size_t k = 0; k < parts; ++k)
        text += launch_of(batch, pass, count * k / parts, count * (k + 1) / parts, false);
    text += stage_end("  ", code);
  }
  return text;
}

std::string c_each_memory(const std::string& what, const RouteCode& code) {
  std::string text;
  for (unsigned step = 0; step < code.steps; ++step)
    text += fmt::format(
                "  for (int k = 0; k < kMemories; ++k)\n    if (memories[k].size) "
                "{}{}(&memories[k]);\n",
                what, step ? "_2" : "") +
            stage_end("  ", code);
  return text;
}

std::string c_release(const ReproducerBatch& batch) {
  switch (batch.options.memory) {
    case opencl::MemoryKind::SubBuffer:
      return "    clReleaseMemObject(m->parent);\n";
    case opencl::MemoryKind::Copy:
      return "    clReleaseMemObject(m->other);\n";
    case opencl::MemoryKind::UseHost:
      return "    free(m->host_memory);\n";
    default:
      return {};
  }
}

}  // namespace assay::conformance
