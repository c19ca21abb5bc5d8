// @TITLE@
//
//   @WHAT@
//   @DEVICE@
//
//   cc reproduce.c -lOpenCL -o reproduce && ./reproduce [DEVICE [RUNS]]
//
// DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE); without it the first
// device is taken. Prints expected and actual; exits 0 as expected, 1 not, 2 without a device.
@LINES@
#define CL_TARGET_OPENCL_VERSION @VERSION@
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
@SPIRV@
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
        @BIND@
  }
  return kernel;
}

static void launch(void) {
@LAUNCH@}
@PROBE@
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
    @FREE@
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
