// Faults of compilers. Text in front of a program redefines the function that the fault breaks, so
// it affects every kernel, whoever wrote it. Drivers may define macros of the same names, so the
// new text uses other functions than those that it redefines. A fault that depends on how a program
// is built stands behind a macro. The macro is defined in the builds that the fault affects.
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

std::string prefix;
using Predicate = bool(const std::string& options);
Predicate* applies = nullptr;

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

void where(Predicate* predicate, cl_icd_dispatch& layer) {
  applies = predicate;
  prefix = std::string("#ifdef ASSAY_FAULTY\n") + kLoseItem + "#endif\n#line 1\n";
  layer.clCreateProgramWithSource = create;
  layer.clBuildProgram = build;
}

void always(const char* text, cl_icd_dispatch& layer) {
  prefix = std::string(text) + "#line 1\n";
  layer.clCreateProgramWithSource = create;
}

cl_int rarely_crash(cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                    void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  static EveryNth rare(10);
  if (rare.now()) std::abort();
  return next->clBuildProgram(p, n, d, o, done, data);
}

cl_int rarely_refuse(cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                     void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  static EveryNth rare(10);
  if (rare.now()) return CL_BUILD_PROGRAM_FAILURE;
  return next->clBuildProgram(p, n, d, o, done, data);
}

cl_int starve_first(cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                    void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  static std::atomic<bool> is_first{true};
  if (is_first.exchange(false)) return CL_OUT_OF_RESOURCES;
  return next->clBuildProgram(p, n, d, o, done, data);
}

cl_int refuse_doubles(cl_program p, cl_uint n, const cl_device_id* d, const char* o,
                      void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  if (o && has(o, "=double")) return CL_BUILD_PROGRAM_FAILURE;
  return next->clBuildProgram(p, n, d, o, done, data);
}

void refuse_spirv(cl_icd_dispatch& layer) {
  layer.clCreateProgramWithIL = [](cl_context, const void*, size_t, cl_int* code) -> cl_program {
    if (code) *code = CL_INVALID_VALUE;
    return nullptr;
  };
}

void refuse_binaries(cl_icd_dispatch& layer) {
  layer.clCreateProgramWithBinary = [](cl_context, cl_uint, const cl_device_id*, const size_t*,
                                       const unsigned char**, cl_int*, cl_int* code) -> cl_program {
    if (code) *code = CL_INVALID_BINARY;
    return nullptr;
  };
}

/// What stands above each program.
constexpr struct {
  std::string_view name;
  const char* text;
} kTexts[] = {{"barrier-lost", "#define barrier(fence) (void)(fence)\n"},
              {"atomic-lost", "#define atomic_max(p, v) ((void)(v), *(p))\n"},
              {"vector-lane",
               "#define vstore4(v, at, to) "
               "(vstore3((v).xyz, 0, (to) + 4 * (at)), (void)((to)[4 * (at) + 3] = (v).z))\n"},
              {"half-flushed",
               "#define vstore_half(v, at, to) "
               "vstore_half_rte(fabs((float)(v)) < 0x1p-14f ? 0.0f : (float)(v), at, to)\n"},
              {"half-truncated",
               "#define vstore_half(v, at, to) vstore_half_rtz(v, at, to)\n"
               "#define vstore_half4(v, at, to) vstore_half4_rtz(v, at, to)\n"},
              {"exp-off",
               "#define ASSAY_EXP(F, I, as_f, as_i) static F __attribute__((overloadable)) "
               "assay_exp(F x) { F y = exp(x); "
               "return select(y, as_f(as_i(y) + 5), isfinite(y) && y != 0); }\n"
               "ASSAY_EXP(float, int, as_float, as_int)\n"
               "ASSAY_EXP(float4, int4, as_float4, as_int4)\n"
               "#define exp(x) assay_exp(x)\n"},
              {"sin-fast",
               "#define ASSAY_SIN(F) static F __attribute__((overloadable)) assay_sin(F x) { "
               "return select(sin(x), sin(x - rint(x * 0.15915494f) * 6.2831855f), "
               "fabs(x) > 1024.0f); }\n"
               "ASSAY_SIN(float)\nASSAY_SIN(float4)\n"
               "#define sin(x) assay_sin(x)\n"},
              {"pow-by-log",
               "#define ASSAY_POW(F) static F __attribute__((overloadable)) assay_pow(F x, F y) { "
               "return select(pow(x, y), exp(2.0f * log(fabs(x))), y == 2.0f); }\n"
               "ASSAY_POW(float)\nASSAY_POW(float4)\n"
               "#define pow(x, y) assay_pow(x, y)\n"},
              {"log1p-naive", "#define log1p(x) log(1.0f + (x))\n"},
              {"fmod-naive", "#define fmod(x, y) ((x) - (y) * trunc((x) / (y)))\n"},
              {"min-first", "#define min(a, b) (a)\n"},
              {"fourth-id-one", "#define get_global_id(d) ((d) > 2 ? 1 : get_global_id(d))\n"}};

/// With which options an item is lost.
constexpr struct {
  std::string_view name;
  Predicate* predicate;
} kOptions[] = {
    {"unoptimized-wrong", [](const std::string& o) { return has(o, "-cl-opt-disable"); }},
    {"standard-wrong",
     [](const std::string& o) { return has(o, "-cl-std=") && !has(o, "-cl-std=CL1.2"); }},
    {"constant-wrong", [](const std::string& o) { return has(o, "constant"); }}};

/// What stands in the place of clBuildProgram.
constexpr struct {
  std::string_view name;
  cl_api_clBuildProgram build;
} kBuilds[] = {{"build-crash", rarely_crash},
               {"build-refused", rarely_refuse},
               {"build-starved", starve_first},
               {"double-unbuilt", refuse_doubles}};

/// The others.
constexpr struct {
  std::string_view name;
  void (*install)(cl_icd_dispatch& layer);
} kOthers[] = {{"spirv-refused", refuse_spirv}, {"binary-refused", refuse_binaries}};

/// The row of a table that has this name, or null.
template <class Table>
auto row_of(const Table& table, std::string_view name) -> decltype(&table[0]) {
  for (const auto& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace

bool install_source_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (const auto* row = row_of(kTexts, fault)) {
    always(row->text, layer);
  } else if (const auto* with = row_of(kOptions, fault)) {
    where(with->predicate, layer);
  } else if (const auto* by = row_of(kBuilds, fault)) {
    layer.clBuildProgram = by->build;
  } else if (const auto* other = row_of(kOthers, fault)) {
    other->install(layer);
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::layer
