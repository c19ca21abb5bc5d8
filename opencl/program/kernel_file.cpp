// What a kernel file offers, and how a variant becomes the source for the compiler. The file is cut
// at its variants. Each variant is compiled with the common text and its own text only, so the
// macros of one variant need not exist for the others. #line directives keep the line numbers of
// the file in the compiler's messages.

#include "opencl/program/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <sstream>

#include "opencl/device/image_format.h"
#include "opencl/program/formula_source.h"
#include "opencl/program/line_directive.h"
#include "opencl/program/prelude.h"
#include "ops/error.h"
#include "ops/nearest_name.h"

namespace assay::opencl {
namespace {

// For a macro A of type(X), double(X) or half(X): the type that arithmetic is done in, how an
// element is loaded and stored, and what the bits of a scalar are.
std::string access_macros(const Define& define) {
  if (define.in == Define::In::Half)
    return fmt::format(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "#define {0}_VALUE half\n"
        "#define {0}_LOAD(from, at) ((global const half*)(from))[at]\n"
        "#define {0}_STORE(value, to, at) ((global half*)(to))[at] = (value)\n"
        "#define {0}_SCALAR(bits) as_half((ushort)(bits))\n",
        define.macro);
  const bool in_double = define.in == Define::In::Double;
  const std::string of_others = in_double ? "double" : define.macro;
  return fmt::format(
      "#if {0}_DATA_TYPE == FLOAT16\n"
      "#define {0}_VALUE {1}\n"
      "#define {0}_LOAD(from, at) {3}vload_half(at, (global const half*)(from))\n"
      "#define {0}_STORE(value, to, at) vstore_half(value, at, (global half*)(to))\n"
      "#define {0}_SCALAR(bits) half_value((ushort)(bits))\n"
      "#else\n"
      "#define {0}_VALUE {2}\n"
      "#define {0}_LOAD(from, at) {3}(from)[at]\n"
      "#define {0}_STORE(value, to, at) (to)[at] = (value)\n"
      "#if {0}_DATA_TYPE == FLOAT32\n"
      "#define {0}_SCALAR(bits) as_float((uint)(bits))\n"
      "#elif {0}_DATA_TYPE == FLOAT64\n"
      "#define {0}_SCALAR(bits) as_double(bits)\n"
      "#else\n"
      "#define {0}_SCALAR(bits) ({0})(bits)\n"
      "#endif\n"
      "#endif\n",
      define.macro, define.type_of_halves(), of_others, in_double ? "(double)" : "");
}

bool keeps_denormals(ops::DataType type, const DeviceInfo& device) {
  switch (type) {
    case ops::DataType::FLOAT16:
      return !device.fp16 || device.denormals16;
    case ops::DataType::FLOAT32:
      return device.denormals32;
    case ops::DataType::FLOAT64:
      return device.denormals64;
    default:
      return true;
  }
}

bool has(const std::string& feature, ops::DataType type, const DeviceInfo& device) {
  if (feature == "fp16") return device.fp16;
  if (feature == "fp64") return device.fp64;
  if (feature == "denorm") return keeps_denormals(type, device);
  return device.has_extension(feature);
}

/// Whether a text has kernels that compute a formula of four lanes at once: by its name, or by
/// JOIN(formula, 4).
bool uses_vectors(const std::string& text) {
  return text.find("formula4") != text.npos || text.find("(formula,") != text.npos;
}

const Define* first_type(const Variant& variant) {
  for (const Define& define : variant.defines)
    if (define.of == Define::Of::Type) return &define;
  return nullptr;
}

}  // namespace

std::vector<std::string> Variant::kernels() const {
  std::vector<std::string> names;
  for (const Pass& pass : passes) names.push_back(pass.name);
  return names;
}

bool Variant::takes(std::span<const ops::DataType> types) const {
  return std::ranges::all_of(defines, [&](const Define& define) {
    const ops::DataType type = types[define.place];
    return define.in == Define::In::Own || type == ops::DataType::FLOAT16 ||
           (define.in == Define::In::Double && type == ops::DataType::FLOAT32);
  });
}

bool Variant::takes_all_types() const {
  return std::ranges::all_of(defines,
                             [](const Define& define) { return define.in == Define::In::Own; });
}

bool Variant::computes_in_half() const {
  return !defines.empty() && defines.front().in == Define::In::Half;
}

bool Variant::is_optional() const {
  return !takes_all_types() || !needs.empty() || !images.empty();
}

bool Variant::has_fixed_local() const {
  return std::all_of(passes.begin(), passes.end(),
                     [](const Pass& p) { return p.local.has_value(); });
}

const TensorImage* Variant::image(std::size_t place) const {
  const auto found = std::ranges::find(images, place, &TensorImage::place);
  return found == images.end() ? nullptr : &*found;
}

const Variant* KernelFile::find(std::string_view name) const {
  for (const Variant& variant : variants)
    if (variant.name == name) return &variant;
  return nullptr;
}

const Variant& KernelFile::variant(std::string_view name) const {
  if (const Variant* known = find(name)) return *known;
  std::vector<std::string> names;
  for (const Variant& v : variants) names.push_back(v.name);
  throw Error(fmt::format("{}: no variant \"{}\"{}", path, name, ops::nearest_words(name, names)));
}

std::string KernelFile::source(const Variant& variant) const {
  return prelude(*signature, scratch) + own_source(variant);
}

std::string KernelFile::own_source(const Variant& variant) const {
  std::string text;
  for (const Define& define : variant.defines)
    if (define.of == Define::Of::Type) text += access_macros(define);
  if (signature->formula && !variant.defines.empty())
    text += formula_source(*signature, variant.defines.front(),
                           uses_vectors(common_text) || uses_vectors(variant.text));
  if (!variant.images.empty()) text += fmt::format("#define IMAGE_WIDTH {}\n", kImageWidth);
  text += line_directive({1, path}) + common_text;
  text += line_directive({variant.line, variant.path}) + variant.text;
  return text;
}

KernelFile load_kernels(const ops::Signature& signature,
                        const std::optional<std::filesystem::path>& folder) {
  KernelText found = kernel_text(signature, folder);
  KernelFile file = parse_kernels(signature, std::move(found.path), found.text);
  file.files = std::move(found.files);
  return file;
}

std::optional<std::string> missing_feature(const KernelFile& file, const Variant& variant,
                                           std::span<const ops::DataType> types,
                                           const DeviceInfo& device) {
  assert(types.size() == file.signature->tensor_count);
  const Define* typed = first_type(variant);
  const std::size_t place = typed ? typed->place : file.signature->first_tensor();
  if (!variant.takes(types)) return "other data types";
  for (const Define& define : variant.defines) {
    const bool has_doubles =
        define.in == Define::In::Double || types[define.place] == ops::DataType::FLOAT64;
    if (define.of == Define::Of::Type && has_doubles && !device.fp64) return "fp64";
    if (define.in == Define::In::Half && !device.fp16) return "fp16";
  }
  for (const TensorImage& image : variant.images) {
    if (image.channels == Channels::Unsigned && !device.images) return "images";
    if (image.channels == Channels::Normalized && !device.normalized_images)
      return "normalized images";
  }
  for (const std::string& need : variant.needs)
    if (!has(need, types[place], device)) return need;
  for (const Pass& pass : variant.passes)
    if (pass.local.value_or(1) > device.max_work_group_size)
      return fmt::format("local size {}", *pass.local);
  return std::nullopt;
}

std::vector<const Variant*> offered_variants(const KernelFile& file,
                                             std::span<const ops::DataType> types,
                                             const DeviceInfo& device) {
  std::vector<const Variant*> offered;
  for (const Variant& variant : file.variants)
    if (!missing_feature(file, variant, types, device)) offered.push_back(&variant);
  return offered;
}

}  // namespace assay::opencl
