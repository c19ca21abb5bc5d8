// A batch as one C file. What matters stands first: the kernels, the case, its data, what is
// permitted. Below that the program that runs it: the steps of opencl/launch.cpp for one route.
#include "conformance/reproducer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <set>

#include "conformance/output_file.h"
#include "conformance/pipeline.h"
#include "conformance/reproducer_data.h"
#include "conformance/reproducer_route.h"
#include "opencl/batch_memory.h"
#include "opencl/prelude.h"
#include "ops/error.h"
#include "specs/fill.h"

namespace assay::conformance {
namespace {

using opencl::CaseSpace;
using opencl::LaunchOptions;

constexpr const char* kHead = R"(// @TITLE@
//
//   @WHAT@
//   @DEVICE@
//
//   cc reproduce.c -lOpenCL -o reproduce && ./reproduce [DEVICE [RUNS]]
//
// DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE); without it the first
// device is taken. Prints expected and actual; exits 0 as expected, 1 not, 2 without a device.
@LINES@
#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
@INCLUDES@
static const char* const source[] = {
@SOURCE@};
static const char build_options[] = "@OPTIONS@";

// --- The case -----------------------------------------------------------------------------------
@STRUCTS@
@CASES@
@DATA@
// What is right: case, element, bits from .. to. An element without a row may hold anything.
struct Permitted { unsigned index; size_t element; uint64_t from, to; };
@PERMITTED@
// --- The program --------------------------------------------------------------------------------
static cl_device_id device;
static cl_context context;
static cl_program program@NAMES_PROGRAM@;

// Memory of all cases, between guards of bytes that nobody may touch.
struct Memory {
  const char* name;
  size_t size;
  unsigned char *before, *after;
  cl_mem buffer;
@MEMBERS@};
static struct Memory memories[] = {@MEMORIES@};
enum { kCases = @COUNT@, kMemories = sizeof memories / sizeof memories[0] };

// The bytes that may change; all others must come back as they were.
static const struct { int memory; size_t from, to; } writable[] = {
@WRITABLE@};

static void must(const char* call, cl_int code) {
  if (code == CL_SUCCESS) return;
  printf("FAIL: %s gave %d\n", call, code);
  fflush(stdout);
  _Exit(1);
}
@ROUTE@
static size_t offset_of(const Tensor* t, size_t i) {
  size_t offset = t->base;
  for (cl_uint d = t->DimensionCount; d-- > 0; i /= t->Sizes[d])
    offset += i % t->Sizes[d] * t->Strides[d];
  return offset;
}

static size_t element_count(const Tensor* t) {
  size_t count = 1;
  for (cl_uint d = 0; d < t->DimensionCount; ++d) count *= t->Sizes[d];
  return count;
}

static void put(const Tensor* t, const void* data, size_t width, unsigned char* memory) {
  for (size_t i = 0; i < element_count(t); ++i)
    memcpy(memory + offset_of(t, i) * width, (const char*)data + i * width, width);
}

// Coded by position, so that bytes that were moved show.
static unsigned char guard(uint64_t at, unsigned flips) {
  uint64_t z = (at / 8 + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (unsigned char)((z >> (8 * (at % 8))) ^ flips);
}

static void fill(unsigned flips) {
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
@FILL_AROUND@    for (size_t i = 0; i < m->size; ++i) m->before[@ORIGIN@ + i] = guard(1048 * k + i, flips);
  }
  struct Memory* m = memories;
  memcpy(m->before + @ORIGIN@, cases, sizeof cases);
@PUT@}

static int choose_device(const char* wanted) {
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) return 0;
  for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
    cl_device_id devices[64];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint d = 0; d < count && d < 64; ++d) {
      char name[256] = "", platform[256] = "", driver[256] = "";
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof name, name, NULL);
      clGetDeviceInfo(devices[d], CL_DRIVER_VERSION, sizeof driver, driver, NULL);
      clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof platform, platform, NULL);
      if (wanted && !strstr(name, wanted) && !strstr(platform, wanted)) continue;
      printf("%s (%s), driver %s\n", name, platform, driver);
      device = devices[d];
      return 1;
    }
  }
  return 0;
}

static void build(cl_program p) {
  const cl_int code = clBuildProgram(p, 1, &device, build_options, NULL, NULL);
  if (code == CL_SUCCESS) return;
  static char log[65536];
  clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  printf("%s\n", log);
  must("clBuildProgram", code);
}

static void setup(void) {
  cl_int code;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  must("clCreateContext", code);
  for (int i = 0; i < kQueues; ++i) {
    queues[i] = clCreateCommandQueue(context, device, @PROPERTIES@, &code);
    must("clCreateCommandQueue", code);
  }
  program = clCreateProgramWithSource(context, sizeof source / sizeof source[0],
                                      (const char**)source, NULL, &code);
  must("clCreateProgramWithSource", code);
  build(program);
@BINARY@  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
@SURROUND@    m->before = malloc(@WHOLE@);
    m->after = malloc(@WHOLE@);
  }
}

// A kernel with its arguments, found by their names.
static cl_kernel bound(const char* name@BOUND_CASE@) {
  static const struct { const char* name; int memory; } arguments[] = {@ARGUMENTS@};
  cl_int code;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  must("clCreateKernel", code);
@NAMED@  cl_uint count = 0;
  must("clGetKernelInfo", clGetKernelInfo(@NAMED_KERNEL@, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
  for (cl_uint i = 0; i < count; ++i) {
    char argument[256];
    must("clGetKernelArgInfo", clGetKernelArgInfo(@NAMED_KERNEL@, i, CL_KERNEL_ARG_NAME,
                                                  sizeof argument, argument, NULL));
@BY_VALUE@    for (size_t k = 0; k < sizeof arguments / sizeof arguments[0]; ++k)
      if (strcmp(argument, arguments[k].name) == 0)
        must("clSetKernelArg", clSetKernelArg(kernel, i, sizeof(cl_mem),
                                              &memories[arguments[k].memory].buffer));
  }
  return kernel;
}

static void launch(void) {
@LAUNCH@}

@SHOW@
static int wrong_elements(const char* name, const Tensor* t, const unsigned char* memory, size_t width,
                          void (*show)(uint64_t), const struct Permitted* rows, size_t row_count,
                          unsigned index) {
  const size_t count = element_count(t);
  size_t wrong = 0, row = 0;
  while (row < row_count && rows[row].index < index) ++row;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, memory + offset_of(t, i) * width, width);
    const size_t first = row;
    int right = row == row_count || rows[row].index != index || rows[row].element != i;
    for (; row < row_count && rows[row].index == index && rows[row].element == i; ++row)
      right |= rows[row].from <= bits && bits <= rows[row].to;
    wrong += !right;
    if (right ? count > 32 : wrong > 20) continue;
    printf("%s[", name);
    for (cl_uint d = 0, rest = (cl_uint)count; d < t->DimensionCount; ++d) {
      rest /= t->Sizes[d];
      printf("%s%u", d ? "," : "", (unsigned)(i / rest % t->Sizes[d]));
    }
    printf("]: expected ");
    if (first == row) printf("anything");
    for (size_t k = first; k < row; ++k) {
      if (k > first) printf(" or ");
      show(rows[k].from);
      if (rows[k].from != rows[k].to) printf(" .. "), show(rows[k].to);
    }
    printf(", actual ");
    show(bits);
    printf("%s\n", right ? "" : "  WRONG");
  }
  if (wrong) printf("%s: %zu of %zu elements are wrong\n", name, wrong, count);
  return wrong != 0;
}

static int is_writable(int memory, size_t at) {
  for (size_t w = 0; w < sizeof writable / sizeof writable[0]; ++w)
    if (writable[w].memory == memory && writable[w].from <= at && at < writable[w].to) return 1;
  return 0;
}

static int stray_writes(int k) {
  const struct Memory* m = &memories[k];
  size_t changed = 0;
  for (size_t i = 0; i < @WHOLE@; ++i) {
    if (m->before[i] == m->after[i] || (i >= @ORIGIN@ && is_writable(k, i - @ORIGIN@))) continue;
    if (changed++ == 0)
      printf("byte %ld of the memory of %s: expected 0x%02x, actual 0x%02x  WRONG\n",
             (long)i - (long)@ORIGIN@, m->name, m->before[i], m->after[i]);
  }
  if (changed) printf("%s: %zu bytes outside the outputs changed\n", m->name, changed);
  return changed != 0;
}

static int run(unsigned flips) {
  fill(flips);
@HOLD@@UPLOAD@  launch();
@DOWNLOAD@  finish();
  int failed = 0;
@CHECK@  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
    if (m->size == 0) continue;
    failed |= stray_writes(k);
    clReleaseMemObject(m->buffer);
@RELEASE@  }
  return failed;
}
@LIMIT@
int main(int argc, char** argv) {
  const char* const wanted = argc > 1 ? argv[1] : getenv("ASSAY_DEVICE");
  const long runs = argc > 2 ? atol(argv[2]) : @RUNS@;
  if (!choose_device(wanted)) {
    fprintf(stderr, "no OpenCL device%s%s\n", wanted ? " named " : "", wanted ? wanted : "");
    return 2;
  }
@ALARM@  setup();
  for (long k = 1; k <= runs; ++k)
    if (@RUN@) {
      printf("FAIL in run %ld of %ld\n", k, runs);
      return 1;
    }
  printf("PASS\n");
  return 0;
}
)";

bool has_word(const std::string& text, const std::string& word) {
  const auto in_a_word = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if (!in_a_word(at - 1) && !in_a_word(at + word.size())) return true;
  return false;
}

/// Paragraphs of the prelude (a macro, a function) that nothing uses are left out, again and again.
std::string without_unused(const std::string& prelude, const std::string& rest) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < prelude.size();) {
    // A line that defines a number stands alone; what else there is ends with an empty line.
    const bool number = prelude.compare(at, 8, "#define ") == 0;
    const std::size_t end = number ? prelude.find('\n', at) + 1 : prelude.find("\n\n", at);
    const std::size_t stop = end == prelude.npos ? prelude.size() : number ? end : end + 2;
    parts.push_back(prelude.substr(at, stop - at));
    at = stop;
  }
  const auto name_of = [](const std::string& part) -> std::string {
    std::size_t at = part.find("static ");
    if (part.starts_with("#define ") && part.find("\n") + 1 == part.size()) {
      at = 8;
    } else if (at != part.npos && (at == 0 || part[at - 1] == '\n')) {
      const std::size_t open = part.find('(', at);
      at = part.rfind(' ', open) + 1;
    } else {
      return {};
    }
    return part.substr(at, part.find_first_of(" (", at) - at);
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string name = name_of(parts[i]);
      if (name.empty()) continue;
      std::string others = rest;
      for (std::size_t k = 0; k < parts.size(); ++k)
        if (k != i) others += parts[k];
      if (has_word(others, name)) continue;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i--));
      again = true;
    }
  }
  return fmt::format("{}", fmt::join(parts, ""));
}

std::string source_lines(const opencl::KernelFile& file, const opencl::Variant& variant,
                         const std::string& options) {
  const std::string all = file.source(variant);
  const std::size_t own = opencl::prelude(*file.signature, file.scratch).size();
  const std::string kernels = all.substr(own);
  const std::string text = without_unused(all.substr(0, own), kernels + options) + kernels;
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("#line ") || line.starts_with("//:")) continue;
    std::string escaped;
    for (const char c : line) {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
    lines += fmt::format("    \"{}\\n\",\n", escaped);
  }
  return lines;
}

/// All that the file is made from.
class Writer {
 public:
  Writer(const std::vector<specs::Case>& cases, const Route& route, const Judgement& judgement,
         const opencl::DeviceInfo& device, KernelLibrary& library)
      : cases_(cases),
        route_(route),
        judgement_(judgement),
        device_(device),
        spec_(*cases[0].spec),
        file_(library.of(spec_)),
        variant_(file_.find(route.variant)),
        options_(launch_options(route, spec_)),
        layout_(*file_.signature, file_.scratch) {
    if (!variant_) throw Error(fmt::format("{}: no variant \"{}\"", file_.path, route.variant));
    const ops::Oracle oracle = ops::oracle_of(spec_.name());
    if (!oracle) throw Error(fmt::format("operator {} has no oracle", spec_.name()));
    problems_.resize(cases.size());
    permitted_.resize(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      specs::fill(cases[i], problems_[i]);
      ops::ask(oracle, problems_[i], float_model(device), permitted_[i]);
    }
    if (options_.case_space == CaseSpace::Constant &&
        memory_.descriptors_size(file_, cases.size(), options_) > device.max_constant)
      options_.case_space = CaseSpace::Global;
    null_local_ = options_.local == LaunchOptions::kNullLocal;
    if (null_local_) options_.local = LaunchOptions().local;
    options_.local = std::min(options_.local, std::max<std::size_t>(device.max_work_group_size, 1));
    try {
      memory_.lay_out(device, file_, *variant_, problems_, options_);
    } catch (const opencl::CallFailure&) {
      throw Error("the device has no room for this case");
    }
    regions_ = memory_.regions();
    types_ = types_of(cases[0].descriptor);
    code_ = route_code(options_);
  }

  std::string c() const {
    const std::string options = opencl::build_options(*variant_, types_, options_);
    const bool hung = judgement_.verdict == Verdict::Hung;
    const bool ghost = offset() > 0;
    const std::string steps = ghost ? fmt::format("{}", offset()) : "0";
    std::string text = filled(
        kHead,
        {{"@TITLE@", title()},
         {"@WHAT@", one_line(what())},
         {"@DEVICE@", one_line(found_on())},
         {"@LINES@", lines("// assay ")},
         {"@INCLUDES@", hung ? "#include <signal.h>\n#include <unistd.h>\n" : ""},
         {"@SOURCE@", source_lines(file_, *variant_, options)},
         {"@OPTIONS@", options},
         {"@STRUCTS@", c_structs(layout_)},
         {"@CASES@", case_rows()},
         {"@DATA@", data()},
         {"@PERMITTED@", permitted()},
         {"@NAMES_PROGRAM@", options_.binary ? ", source_program" : ""},
         {"@MEMBERS@", code_.members},
         {"@MEMORIES@", memories()},
         {"@COUNT@", std::to_string(cases_.size())},
         {"@WRITABLE@", writable()},
         {"@ROUTE@", code_.functions},
         {"@FILL_AROUND@", code_.steps == 2 ? "    for (size_t i = 0; i < m->whole; ++i) "
                                              "m->before[i] = pattern[i % 16];\n"
                                            : ""},
         {"@PUT@", puts()},
         {"@PROPERTIES@", properties()},
         {"@BINARY@", binary()},
         {"@SURROUND@", code_.surround},
         {"@BOUND_CASE@", by_value() ? ", unsigned index" : ""},
         {"@ARGUMENTS@", arguments()},
         {"@NAMED@", options_.binary
                         ? "  cl_kernel named = clCreateKernel(source_program, name, &code);\n"
                           "  must(\"clCreateKernel\", code);\n"
                         : ""},
         {"@NAMED_KERNEL@", options_.binary ? "named" : "kernel"},
         {"@BY_VALUE@", by_value() ? "    if (strcmp(argument, \"cases\") == 0) {\n"
                                     "      must(\"clSetKernelArg\", clSetKernelArg(kernel, i, "
                                     "sizeof(Case), &cases[index]));\n      continue;\n    }\n"
                                   : ""},
         {"@LAUNCH@", launches()},
         {"@SHOW@", shows()},
         {"@HOLD@", code_.functions.find("hold(void)") != std::string::npos ? "  hold();\n" : ""},
         {"@UPLOAD@", each_memory("upload")},
         {"@DOWNLOAD@", each_memory("download")},
         {"@CHECK@", checks()},
         {"@RELEASE@", release()},
         {"@LIMIT@", hung
                         ? "\nstatic void too_long(int signal) {\n  (void)signal;\n  static const "
                           "char text[] = \"FAIL: no end\\n\";\n  if (write(1, text, sizeof text - "
                           "1) < 0) _exit(1);\n  _exit(1);\n}\n"
                         : ""},
         {"@ALARM@",
          hung ? fmt::format("  signal(SIGALRM, too_long);\n  alarm({:.0f});\n",
                             std::max(1.0, judgement_.ending ? judgement_.ending->limit : 60.0))
               : ""},
         {"@RUNS@", judgement_.verdict == Verdict::Flaky ? "1000" : "1"},
         {"@RUN@", route_.differential ? "run(0) | run(0xff)" : "run(0)"},
         {"@NEXT_STAGE@", code_.next_stage},
         {"@QUEUE@", code_.queue},
         {"@ORDER@", code_.order},
         {"@ORIGIN@", code_.origin},
         {"@WHOLE@", code_.whole}});
    // What a route has no use for leaves no empty sums behind.
    return filled(text, {{"[0 + i]", "[i]"},
                         {"->before + 0", "->before"},
                         {"->after + 0", "->after"},
                         {"(i >= 0 && is_writable(k, i - 0))", "is_writable(k, i)"},
                         {"(long)i - (long)0", "(long)i"}});
  }

  std::string readme() const {
    std::string text = "# " + title() + "\n\n" + what() + "\n\n";
    text += fmt::format(
        "| | |\n|---|---|\n| Device | {} |\n| Platform | {}, {} |\n| Driver | {} |\n"
        "| OpenCL | {}, {} |\n\n",
        device_.name, device_.platform, device_.platform_version, device_.driver_version,
        device_.version, device_.c_version);
    text +=
        "To reproduce, with a C compiler and an OpenCL loader:\n\n```sh\n"
        "cc reproduce.c -lOpenCL -o reproduce\n./reproduce            # on the first device\n"
        "./reproduce NAME       # on the first device with NAME in its own or its platform's name\n"
        "./reproduce NAME 100   # up to 100 times, until it fails\n```\n\n"
        "It prints the expected and the actual values, and exits 0 where all is as expected, 1 "
        "where "
        "it is not, 2 where there is no device.";
    if (judgement_.verdict == Verdict::Crashed)
      text += " Where the driver crashes, so does the program.";
    text += fmt::format("\n\n`reproduce.c` holds the kernels of `{}` (variant `{}`), ",
                        spec_.name(), variant_->name);
    text +=
        "one case with its data, and what is permitted as an answer; then it makes the OpenCL "
        "calls. Bytes around every tensor are compared as well.\n\nThe case, for "
        "`assay check`:\n\n```\n" +
        lines("") + "```\n";
    return text;
  }

 private:
  bool by_value() const { return options_.case_space == CaseSpace::Value; }
  std::size_t offset() const { return memory_.ghost_descriptor().empty() ? 0 : options_.offset; }

  static std::string one_line(std::string text) {
    for (char& c : text)
      if (c == '\n' || c == '\r' || c == '\\') c = ' ';
    return text;
  }
  std::string title() const {
    return fmt::format("{}: {}", spec_.name(), name_of(judgement_.verdict));
  }
  std::string what() const {
    return judgement_.text().empty() ? "as expected where it was exported" : judgement_.text();
  }
  std::string found_on() const {
    return fmt::format("{} ({}), driver {}", device_.name, device_.platform,
                       device_.driver_version);
  }
  std::string lines(const std::string& before) const {
    std::string text;
    for (const specs::Case& c : cases_)
      text += before + (before.empty() ? "" : "check ") + line_of(c, route_) + "\n";
    return text;
  }

  std::string case_rows() const {
    std::string text;
    const auto row = [&](std::span<const std::byte> bytes) {
      text += "    " + c_case(layout_, *file_.signature, bytes) + ",\n";
    };
    text += fmt::format("static const Case cases[{}] = {{\n", offset() + cases_.size());
    for (std::size_t k = 0; k < offset(); ++k) {
      if (k == 0) text += "    // Below the global offset: a case that nobody may run.\n";
      row(memory_.ghost_descriptor());
    }
    for (std::size_t i = 0; i < cases_.size(); ++i) row(memory_.descriptor(i));
    return text + "};\n";
  }

  std::string array_name(const ops::Member& m, std::size_t i) const {
    return cases_.size() == 1 ? m.name + "_data" : fmt::format("{}_data_{}", m.name, i);
  }

  template <class Act>
  void each_tensor(ops::Kind kind, Act act) const {
    for (const ops::Member& m : file_.signature->members)
      if (m.kind == kind) act(m, types_[m.place]);
  }

  std::string data() const {
    std::string text;
    each_tensor(ops::Kind::Input, [&](const ops::Member& m, ops::DataType type) {
      for (std::size_t i = 0; i < cases_.size(); ++i)
        text += c_elements(array_name(m, i), type, problems_[i].data[m.place]);
    });
    return text;
  }

  std::string permitted() const {
    std::string text;
    each_tensor(ops::Kind::Output, [&](const ops::Member& m, ops::DataType type) {
      std::string rows;
      for (std::size_t i = 0; i < cases_.size(); ++i)
        rows += c_permitted(permitted_[i].tensors[m.place], leniency_of(*variant_, type, device_),
                            problems_[i].descriptor.tensors[m.place].sizes, i);
      text += fmt::format(
          "static const struct Permitted {}_permitted[] = {{\n{}    {{{}, 0, 0, 0}},\n}};\n",
          m.name, rows, cases_.size());
    });
    return text;
  }

  std::string memories() const {
    std::string text;
    for (const auto& r : regions_)
      text +=
          fmt::format("{}{{.name = \"{}\", .size = {}}}", text.empty() ? "" : ", ", r.name, r.size);
    return text;
  }

  std::string writable() const {
    std::string text;
    for (std::size_t m = 0; m < regions_.size(); ++m)
      for (const auto& w : regions_[m].writable)
        text += fmt::format("    {{{}, {}, {}}},  // {}\n", m, w.from, w.to, regions_[m].name);
    return text;
  }

  std::size_t region_of(const ops::Member& m) const {
    return memory_.region_of({opencl::Argument::Of::Tensor, m.place});
  }

  std::string puts() const {
    std::string text;
    each_tensor(ops::Kind::Input, [&](const ops::Member& m, ops::DataType type) {
      text += fmt::format("  m = &memories[{}];\n", region_of(m));
      for (std::size_t row = 0; row < offset() + cases_.size(); ++row) {
        if (row > 0 && row < offset()) continue;
        text += fmt::format("  put(&cases[{}].{}, {}, {}, m->before + @ORIGIN@);\n", row, m.name,
                            array_name(m, row < offset() ? 0 : row - offset()), size_of(type));
      }
    });
    return text;
  }

  std::string properties() const {
    return options_.queue == opencl::QueueKind::OutOfOrder
               ? "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"
           : options_.queue == opencl::QueueKind::Profiling ? "CL_QUEUE_PROFILING_ENABLE"
                                                            : "0";
  }

  std::string binary() const {
    if (!options_.binary) return {};
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

  std::string arguments() const {
    std::string text = "{\"cases\", 0}";
    for (const ops::Member& m : file_.signature->members)
      if (is_tensor(m.kind)) text += fmt::format(", {{\"{}\", {}}}", m.name, region_of(m));
    for (std::size_t s = 0; s < variant_->scratch.size(); ++s)
      text += fmt::format(", {{\"{}\", {}}}", variant_->scratch[s].name,
                          memory_.region_of({opencl::Argument::Of::Scratch, s}));
    return text;
  }

  std::string launch_of(const opencl::Pass& pass, std::size_t from, std::size_t to,
                        bool alone) const {
    const std::size_t local = pass.local.value_or(options_.local);
    const std::size_t groups =
        alone ? opencl::groups_of(pass, file_, std::span(problems_).subspan(from, 1), local)
              : opencl::groups_of(pass, file_, problems_, local);
    if (groups == 0) return {};
    const std::size_t first = options_.offset + (alone ? 0 : from);
    const bool null = null_local_ && !pass.local;
    std::string text = "  {\n";
    text += fmt::format("    const size_t global[2] = {{{}, {}}}", groups * local,
                        alone ? 1 : to - from);
    if (!null) text += fmt::format(", local[2] = {{{}, 1}}", local);
    if (first > 0) text += fmt::format(", offset[2] = {{0, {}}}", first);
    text += fmt::format(";\n    cl_kernel kernel = bound(\"{}\"{});\n", pass.name,
                        alone ? fmt::format(", {}", offset() + from) : "");
    text += fmt::format(
        "    must(\"clEnqueueNDRangeKernel\",\n         clEnqueueNDRangeKernel(@QUEUE@, kernel, 2, "
        "{}, global, {}, @ORDER@));\n    clReleaseKernel(kernel);\n  }}\n",
        first > 0 ? "offset" : "NULL", null ? "NULL" : "local");
    return text;
  }

  std::string launches() const {
    std::string text;
    const std::size_t count = cases_.size(), parts = std::min(options_.launches, count);
    for (const opencl::Pass& pass : variant_->passes) {
      if (by_value())
        for (std::size_t i = 0; i < count; ++i) text += launch_of(pass, i, i + 1, true);
      else
        for (std::size_t k = 0; k < parts; ++k)
          text += launch_of(pass, count * k / parts, count * (k + 1) / parts, false);
      text += stage_end("  ");
    }
    return text;
  }

  std::string stage_end(const std::string& before) const {
    return code_.next_stage.empty() ? "" : before + code_.next_stage + "\n";
  }

  std::string each_memory(const std::string& what) const {
    std::string text;
    for (unsigned step = 0; step < code_.steps; ++step)
      text += fmt::format(
                  "  for (int k = 0; k < kMemories; ++k)\n    if (memories[k].size) "
                  "{}{}(&memories[k]);\n",
                  what, step ? "_2" : "") +
              stage_end("  ");
    return text;
  }

  std::string shows() const {
    std::string text;
    std::set<ops::DataType> seen;
    each_tensor(ops::Kind::Output, [&](const ops::Member&, ops::DataType type) {
      if (seen.insert(type).second) text += c_show(type);
    });
    return text;
  }

  std::string checks() const {
    std::string text;
    each_tensor(ops::Kind::Output, [&](const ops::Member& m, ops::DataType type) {
      text += fmt::format(
          "  for (unsigned i = 0; i < kCases; ++i) {{\n    struct Memory* m = &memories[{0}];\n"
          "    failed |= wrong_elements(\"{1}\", &cases[{2}i].{1}, m->after + @ORIGIN@, {3}, "
          "show_{4},\n"
          "                             {1}_permitted, sizeof {1}_permitted / sizeof "
          "{1}_permitted[0], i);\n  }}\n",
          region_of(m), m.name, offset() ? fmt::format("{} + ", offset()) : "", size_of(type),
          name_of(type));
    });
    return text;
  }

  std::string release() const {
    switch (options_.transfer) {
      case opencl::Transfer::SubBuffer:
        return "    clReleaseMemObject(m->parent);\n";
      case opencl::Transfer::Copy:
        return "    clReleaseMemObject(m->other);\n";
      case opencl::Transfer::UseHost:
        return "    free(m->host_memory);\n";
      default:
        return {};
    }
  }

  const std::vector<specs::Case>& cases_;
  const Route& route_;
  const Judgement& judgement_;
  const opencl::DeviceInfo& device_;
  const specs::Spec& spec_;
  const opencl::KernelFile& file_;
  const opencl::Variant* variant_;
  LaunchOptions options_;
  const opencl::CaseLayout layout_;
  std::vector<ops::Problem> problems_;
  std::vector<ops::Permitted> permitted_;
  opencl::BatchMemory memory_;
  std::vector<opencl::BatchMemory::Region> regions_;
  std::vector<ops::DataType> types_;
  RouteCode code_;
  bool null_local_ = false;
};

}  // namespace

Reproducer make_reproducer(const std::vector<specs::Case>& cases, const Route& route,
                           const Judgement& judgement, const opencl::DeviceInfo& device,
                           KernelLibrary& library) {
  const Writer writer(cases, route, judgement, device, library);
  return {writer.c(), writer.readme()};
}

Reproducer make_reproducer(const Record& record, const opencl::DeviceInfo& device,
                           KernelLibrary& library) {
  if (!record.batch.empty())
    return make_reproducer(record.batch, record.route, record.judgement, device, library);
  return make_reproducer({record.smallest()}, record.smallest_route(), record.smallest_judgement(),
                         device, library);
}

void write_reproducer(const Reproducer& reproducer, const std::filesystem::path& folder) {
  make_folder(folder);
  for (const auto& [name, text] :
       {std::pair{"reproduce.c", &reproducer.c}, std::pair{"README.md", &reproducer.readme}}) {
    OutputFile file(folder / name);
    file.write(*text);
    file.close();
  }
}

}  // namespace assay::conformance
