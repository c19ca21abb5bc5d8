// The macros depend only on a width or a type, so one program serves many combinations of data
// types.
#include "opencl/program/build_options.h"

#include <fmt/format.h>

#include <iterator>

#include "opencl/shape/shape.h"

namespace assay::opencl {
namespace {

std::string_view width_name(ops::DataType type) {
  switch (ops::size_of(type)) {
    case 1:
      return "uchar";
    case 2:
      return "ushort";
    case 4:
      return "uint";
    default:
      return "ulong";
  }
}

std::string_view type_name(ops::DataType type) {
  switch (type) {
    case ops::DataType::FLOAT32:
      return "float";
    case ops::DataType::FLOAT64:
      return "double";
    case ops::DataType::INT8:
      return "char";
    case ops::DataType::INT16:
      return "short";
    case ops::DataType::INT32:
      return "int";
    case ops::DataType::INT64:
      return "long";
    default:
      return width_name(type);
  }
}

void append_defines(std::string& to, const Variant& variant, std::span<const ops::DataType> types) {
  for (const Define& define : variant.defines) {
    const ops::DataType type = types[define.place];
    if (define.of == Define::Of::Width)
      to += fmt::format(" -D{}={}", define.macro, width_name(type));
    else
      to += fmt::format(" -D{0}={1} -D{0}_DATA_TYPE={2}", define.macro, type_name(type),
                        static_cast<int>(type));
  }
}

}  // namespace

void append_common_options(std::string& to, const LaunchOptions& route) {
  to += fmt::format("-cl-std=CL{}.{} -cl-kernel-arg-info", route.cl_std / 10, route.cl_std % 10);
  if (!route.optimize) to += " -cl-opt-disable";
  if (route.case_space == CaseSpace::Constant) to += " -DCASE_SPACE=constant";
  if (route.case_space == CaseSpace::Value) to += " -DCASE_SPACE=private -DCASE_BY_VALUE";
}

void append_options(std::string& to, const Variant& variant, std::span<const ops::DataType> types,
                    const LaunchOptions& route) {
  append_common_options(to, route);
  append_defines(to, variant, types);
}

std::string build_options(const Variant& variant, std::span<const ops::DataType> types,
                          const LaunchOptions& options) {
  std::string text;
  append_options(text, variant, types, options);
  return text;
}

std::string rewritten(std::string source, const Variant& variant, const LaunchOptions& options) {
  if (options.shape == 0) return source;
  return shaped(std::move(source), chain_of(options.shape), variant.kernels());
}

std::string built_source(const KernelFile& file, const Variant& variant,
                         const LaunchOptions& options) {
  return rewritten(file.source(variant), variant, options);
}

std::string define_options(const Variant& variant, std::span<const ops::DataType> types) {
  std::string text;
  append_defines(text, variant, types);
  return text;
}

}  // namespace assay::opencl
