#include "conformance/reproduce/reproducer_check.h"

#include <fmt/format.h>

#include <set>

#include "conformance/reproduce/program_part.h"
#include "conformance/reproduce/reproducer_data.h"

namespace assay::conformance {
namespace {

/// The C functions that print an element, one for each data type of an output.
std::string shows(const ReproducerBatch& batch) {
  std::string text;
  std::set<ops::DataType> seen;
  batch.each_tensor(ops::Kind::Output, [&](std::size_t, ops::DataType type) {
    if (seen.insert(type).second) text += c_show(type);
  });
  return text;
}

/// The statements that run the probe, where the route has one, and compare the outputs.
std::string checks(const ReproducerBatch& batch, const RouteCode& code, const ProbeCode& probe) {
  std::string text = probe.calls;
  batch.each_tensor(ops::Kind::Output, [&](std::size_t place, ops::DataType type) {
    text += fmt::format(
        "  for (unsigned i = 0; i < kCases; ++i) {{\n    struct Memory* m = &memories[{0}];\n"
        "    failed |= wrong_elements(\"{1}\", &cases[{2}i].{1}, m->after{5}, {3}, show_{4},\n"
        "                             {6}_permitted, sizeof {6}_permitted / sizeof "
        "{6}_permitted[0], i);\n  }}\n",
        batch.region_of(place), batch.field_of(place),
        batch.offset() ? fmt::format("{} + ", batch.offset()) : "", size_of(type), name_of(type),
        code.base, batch.word_of(place));
  });
  return text;
}

/// The statements that call each step of `what` (`upload` or `download`) for each memory.
std::string each_memory(const std::string& what, unsigned steps, const RouteCode& code) {
  std::string text;
  for (unsigned step = 0; step < steps; ++step)
    text += fmt::format(
                "  for (int k = 0; k < kMemories; ++k)\n    if (memories[k].size) "
                "{}{}(&memories[k]);\n",
                what, step ? fmt::format("_{}", step + 1) : "") +
            code.stage_end();
  return text;
}

/// The statements that free what the route's kind of memory has in addition to `m->buffer`.
std::string release(const ReproducerBatch& batch) {
  switch (batch.options.memory) {
    case opencl::MemoryKind::SubBuffer:
      return "    must(\"clReleaseMemObject\", clReleaseMemObject(m->parent));\n";
    case opencl::MemoryKind::Copy:
      return "    must(\"clReleaseMemObject\", clReleaseMemObject(m->other));\n";
    case opencl::MemoryKind::UseHost:
      return "    free(m->host_memory);\n";
    case opencl::MemoryKind::PageEnd:
      return "    munmap(m->host_memory, m->mapped);\n";
    default:
      return {};
  }
}

}  // namespace

std::string check_part(const ReproducerBatch& batch, const RouteCode& code) {
  return program_part(
      "check.c",
      {{"SHOW", shows(batch)},
       {"WHOLE", code.whole()},
       {"IS_WRITABLE", code.surrounded() ? "(i >= m->origin && is_writable(k, i - m->origin))"
                                         : "is_writable(k, i)"},
       {"IMAGE_PLACE", code.surrounded() ? "(long)i - (long)m->origin" : "(long)i"}});
}

std::string run_part(const ReproducerBatch& batch, const RouteCode& code, const ProbeCode& probe) {
  return program_part(
      "run.c", {{"HOLD", is_held(batch.options) ? "  hold();\n" : ""},
                {"UPLOAD", each_memory("upload", code.upload_steps, code)},
                {"DOWNLOAD", each_memory("download", code.download_steps, code)},
                {"RELEASE_IMAGES", batch.variant.images.empty() ? "" : "  release_images();\n"},
                {"CHECK", checks(batch, code, probe)},
                {"FREE", code.release},
                {"RELEASE", release(batch)}});
}

}  // namespace assay::conformance
