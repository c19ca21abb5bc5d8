// Writes the commands of opencl/memory/image_copy.cpp as C.
#include "conformance/reproduce/reproducer_images.h"

#include <fmt/format.h>

#include "conformance/reproduce/program_part.h"
#include "opencl/device/image_format.h"
#include "opencl/memory/device_memory.h"

namespace assay::conformance {
namespace {

/// The name in C of the data type of a pixel's channels.
std::string type_name(cl_channel_type type) {
  switch (type) {
    case CL_UNSIGNED_INT8:
      return "CL_UNSIGNED_INT8";
    case CL_UNSIGNED_INT16:
      return "CL_UNSIGNED_INT16";
    case CL_UNSIGNED_INT32:
      return "CL_UNSIGNED_INT32";
    case CL_UNORM_INT8:
      return "CL_UNORM_INT8";
    default:
      return "CL_UNORM_INT16";
  }
}

/// The names in C of the format of a pixel, as two members of a struct.
std::string format_names(const cl::ImageFormat& format) {
  return fmt::format("{}, {}", format.image_channel_order == CL_R ? "CL_R" : "CL_RGBA",
                     type_name(format.image_channel_data_type));
}

/// The rows of the table of images.
std::string image_rows(const ReproducerBatch& batch) {
  std::string rows;
  for (const opencl::TensorImage& image : batch.variant.images) {
    const ops::Member& m = batch.file.signature->tensor_at(image.place);
    const std::size_t pixel_bytes = ops::size_of(batch.types[image.place]);
    rows +=
        fmt::format("  {{\"{}\", {}, {}, {}, {}, NULL, NULL}},\n", m.name,
                    batch.region_of(image.place), m.kind == ops::Kind::Output ? 1 : 0, pixel_bytes,
                    format_names(opencl::pixel_format(pixel_bytes, image.channels)));
  }
  return rows;
}

}  // namespace

std::string images_part(const ReproducerBatch& batch, const RouteCode& code) {
  if (batch.variant.images.empty()) return {};
  const bool shared = opencl::is_svm(batch.options.memory);
  const bool of_parent = opencl::is_image_of_parent(batch.options.memory, batch.device);
  return program_part(
      "images.c",
      {{"WIDTH", std::to_string(opencl::kImageWidth)},
       {"IMAGES", image_rows(batch)},
       {"BEGIN", of_parent                   ? "m->origin"
                 : batch.memory.far_region() ? "m->far"
                                             : "0"},
       {"QUEUE", code.queue},
       {"ORDER", code.order},
       {"BUFFER", shared
                      ? "    g->buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | "
                        "CL_MEM_USE_HOST_PTR, m->size, m->shared,\n"
                        "                               &code);\n"
                        "    must(\"clCreateBuffer\", code);\n"
                      : fmt::format("    g->buffer = m->{};\n", of_parent ? "parent" : "buffer")},
       {"RELEASE", shared
                       ? "    must(\"clReleaseMemObject\", clReleaseMemObject(images[k].buffer));\n"
                       : ""}});
}

}  // namespace assay::conformance
