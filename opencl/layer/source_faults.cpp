// Faults of compilers. Text in front of a program redefines the function that the fault breaks, so
// it affects every kernel, whoever wrote it. Drivers may define macros of the same names, so the
// new text uses other functions than those that it redefines. A fault that depends on how a program
// is built stands behind a macro. The macro is defined in the builds that the fault affects.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

std::string prefix;
bool (*applies)(const std::string& options) = nullptr;

// The work of item 5 is not done. Item 5 repeats the work of item 4 instead.
constexpr const char* kLoseItem =
    "static size_t assay_item(uint d) { size_t i = get_global_id(d);"
    " return i - (d == 0 && i == 5); }\n"
    "#define get_global_id(d) assay_item(d)\n";

cl_program create(cl_context context, cl_uint count, const char** strings, const size_t* lengths,
                  cl_int* code) {
  std::vector<const char*> texts{prefix.c_str()};
  std::vector<size_t> sizes{prefix.size()};
  for (cl_uint i = 0; i < count; ++i) {
    texts.push_back(strings[i]);
    sizes.push_back(lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
  }
  return next->clCreateProgramWithSource(context, count + 1, texts.data(), sizes.data(), code);
}

cl_int build(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
             void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  std::string all = options ? options : "";
  if (applies && applies(all)) all += " -DASSAY_FAULTY";
  return next->clBuildProgram(program, count, devices, all.c_str(), done, data);
}

bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

bool where(bool (*predicate)(const std::string&), cl_icd_dispatch& layer) {
  applies = predicate;
  prefix = std::string("#ifdef ASSAY_FAULTY\n") + kLoseItem + "#endif\n#line 1\n";
  layer.clCreateProgramWithSource = create;
  layer.clBuildProgram = build;
  return true;
}

bool always(const char* text, cl_icd_dispatch& layer) {
  prefix = std::string(text) + "#line 1\n";
  layer.clCreateProgramWithSource = create;
  return true;
}

}  // namespace

bool install_source_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "barrier-lost") return always("#define barrier(fence) (void)(fence)\n", layer);
  if (fault == "atomic-lost") return always("#define atomic_max(p, v) ((void)(v), *(p))\n", layer);
  if (fault == "vector-lane")
    return always(
        "#define vstore4(v, at, to) "
        "(vstore3((v).xyz, 0, (to) + 4 * (at)), (void)((to)[4 * (at) + 3] = (v).z))\n",
        layer);
  if (fault == "half-flushed")
    return always(
        "#define vstore_half(v, at, to) "
        "vstore_half_rte(fabs((float)(v)) < 0x1p-14f ? 0.0f : (float)(v), at, to)\n",
        layer);
  if (fault == "min-first") return always("#define min(a, b) (a)\n", layer);
  if (fault == "fourth-id-one")
    return always("#define get_global_id(d) ((d) > 2 ? 1 : get_global_id(d))\n", layer);
  if (fault == "unoptimized-wrong")
    return where([](const std::string& o) { return has(o, "-cl-opt-disable"); }, layer);
  if (fault == "standard-wrong")
    return where(
        [](const std::string& o) { return has(o, "-cl-std=") && !has(o, "-cl-std=CL1.2"); }, layer);
  if (fault == "constant-wrong")
    return where([](const std::string& o) { return has(o, "constant"); }, layer);
  if (fault == "build-crash") {
    layer.clBuildProgram = [](cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                              void(CL_CALLBACK * done)(cl_program, void*), void* data) {
      static EveryNth rare(10);
      if (rare.now()) std::abort();
      return next->clBuildProgram(p, n, d, o, done, data);
    };
    return true;
  }
  if (fault == "build-refused") {
    layer.clBuildProgram = [](cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                              void(CL_CALLBACK * done)(cl_program, void*), void* data) {
      static EveryNth rare(10);
      if (rare.now()) return static_cast<cl_int>(CL_BUILD_PROGRAM_FAILURE);
      return next->clBuildProgram(p, n, d, o, done, data);
    };
    return true;
  }
  if (fault == "double-unbuilt") {
    layer.clBuildProgram = [](cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                              void(CL_CALLBACK * done)(cl_program, void*), void* data) {
      if (o && has(o, "=double")) return static_cast<cl_int>(CL_BUILD_PROGRAM_FAILURE);
      return next->clBuildProgram(p, n, d, o, done, data);
    };
    return true;
  }
  if (fault == "spirv-refused") {
    layer.clCreateProgramWithIL = [](cl_context, const void*, size_t, cl_int* code) -> cl_program {
      if (code) *code = CL_INVALID_VALUE;
      return nullptr;
    };
    return true;
  }
  if (fault == "binary-refused") {
    layer.clCreateProgramWithBinary = [](cl_context, cl_uint, const cl_device_id*, const size_t*,
                                         const unsigned char**, cl_int*,
                                         cl_int* code) -> cl_program {
      if (code) *code = CL_INVALID_BINARY;
      return nullptr;
    };
    return true;
  }
  return false;
}

}  // namespace assay::layer
