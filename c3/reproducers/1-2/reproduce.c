// slice1: Crashed
//
//   ended by SIGABRT while running: Final linking of kernel slice_runs failed.
//   pthread-skylake-avx512-AMD EPYC (Portable Computing Language), driver 3.1+debian
//
//   cc reproduce.c -lOpenCL -o reproduce && ./reproduce [DEVICE [RUNS]]
//
// DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE); without it the first
// device is taken. Prints expected and actual; exits 0 as expected, 1 not, 2 without a device.
// assay check slice1:level=4_1:InputTensor=FLOAT16.1:OutputTensor=FLOAT16.1:DimensionCount=1:InputWindowOffsets=0:InputWindowSizes=1:InputWindowStrides=1@variant=runs

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

static const char* const source[] = {
    "\n",
    "typedef struct {\n",
    "  uint DataType;\n",
    "  uint DimensionCount;\n",
    "  uint Sizes[8];\n",
    "  uint Strides[8];\n",
    "  ulong base;   // of element 0, in elements from the buffer's start\n",
    "  ulong bytes;  // TotalTensorSizeInBytes\n",
    "} Tensor;\n",
    "typedef struct {\n",
    "  Tensor InputTensor;\n",
    "  Tensor OutputTensor;\n",
    "  uint DimensionCount;\n",
    "  uint InputWindowOffsets[8];\n",
    "  uint InputWindowSizes[8];\n",
    "  int InputWindowStrides[8];\n",
    "  uint padding;\n",
    "} Case;\n",
    "\n",
    "#ifdef cl_khr_fp64\n",
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n",
    "#endif\n",
    "\n",
    "// How a kernel takes its case: `kernel void f(CASES, ...)`, then `CASE->Axis`.\n",
    "#ifndef CASE_SPACE\n",
    "#define CASE_SPACE global\n",
    "#endif\n",
    "#ifdef CASE_BY_VALUE\n",
    "#define CASES const Case cases\n",
    "#define CASE (&cases)\n",
    "#else\n",
    "#define CASES CASE_SPACE const Case* cases\n",
    "#define CASE (&cases[get_global_id(1)])\n",
    "#endif\n",
    "#define TENSOR CASE_SPACE const Tensor\n",
    "\n",
    "\n",
    "// Whether a tensor is there. An absent one has no dimensions.\n",
    "static bool is_present(TENSOR* t) { return t->DimensionCount != 0; }\n",
    "\n",
    "// Elements of a tensor. DirectML allows no more than 2^32 - 1. An absent tensor has none.\n",
    "static uint element_count(TENSOR* t) {\n",
    "  uint count = is_present(t);\n",
    "  for (uint i = 0; i < t->DimensionCount; ++i) count *= t->Sizes[i];\n",
    "  return count;\n",
    "}\n",
    "\n",
    "// Where element `index` (logical, row-major) lies, in elements from the buffer's start.\n",
    "static ulong offset_of(TENSOR* t, uint index) {\n",
    "  ulong offset = t->base;\n",
    "  for (uint i = t->DimensionCount; i-- > 0;) {\n",
    "    const uint size = t->Sizes[i];\n",
    "    const uint rest = index / size;\n",
    "    offset += (ulong)(index - rest * size) * t->Strides[i];\n",
    "    index = rest;\n",
    "  }\n",
    "  return offset;\n",
    "}\n",
    "\n",
    "// The window of SLICE1 and SLICE_GRAD: a negative stride starts at its end. Strides go down to\n",
    "// INT_MIN, hence 64 bits.\n",
    "\n",
    "static long window_start(CASE_SPACE const Case* c, uint d) {\n",
    "  const long first = c->InputWindowOffsets[d];\n",
    "  return c->InputWindowStrides[d] < 0 ? first + c->InputWindowSizes[d] - 1 : first;\n",
    "}\n",
    "#define START(c, d) window_start(c, d)\n",
    "#define STRIDE(c, d) (long)c->InputWindowStrides[d]\n",
    "// Along each dimension the output's coordinate c reads the input at start + stride * c. START(c, d)\n",
    "// and STRIDE(c, d) stand above, and may be negative.\n",
    "\n",
    "static ulong sliced_from(CASE_SPACE const Case* c, uint i) {\n",
    "  ulong from = c->InputTensor.base;\n",
    "  for (uint d = c->OutputTensor.DimensionCount; d-- > 0;) {\n",
    "    const uint size = c->OutputTensor.Sizes[d];\n",
    "    const long at = START(c, d) + STRIDE(c, d) * (i % size);\n",
    "    from += (ulong)at * c->InputTensor.Strides[d];\n",
    "    i /= size;\n",
    "  }\n",
    "  return from;\n",
    "}\n",
    "\n",
    "kernel void slice_runs(CASES, global const T* InputTensor, global T* OutputTensor) {\n",
    "  CASE_SPACE const Case* c = CASE;\n",
    "  TENSOR* output = &c->OutputTensor;\n",
    "  const uint last = output->DimensionCount - 1;\n",
    "  const uint length = output->Sizes[last];\n",
    "  const uint runs = (length - 1) / 16 + 1;\n",
    "  const size_t row = get_global_id(0) / runs;\n",
    "  if (row >= element_count(output) / length) return;\n",
    "  const uint first = (uint)(get_global_id(0) % runs) * 16;\n",
    "  const uint count = min(length - first, 16u);\n",
    "  const uint i = (uint)row * length + first;\n",
    "  const long step = STRIDE(c, last) * c->InputTensor.Strides[last];\n",
    "  ulong from = sliced_from(c, i);\n",
    "  ulong to = offset_of(output, i);\n",
    "  for (uint k = 0; k < count; ++k) {\n",
    "    OutputTensor[to] = InputTensor[from];\n",
    "    from += (ulong)step;\n",
    "    to += output->Strides[last];\n",
    "  }\n",
    "}\n",
};
static const char build_options[] = "-cl-std=CL1.2 -cl-kernel-arg-info -DT=ushort";

// --- The case -----------------------------------------------------------------------------------
#define uint cl_uint
#define ulong cl_ulong
#define float cl_uint
typedef struct {
  uint DataType;
  uint DimensionCount;
  uint Sizes[8];
  uint Strides[8];
  ulong base;   // of element 0, in elements from the buffer's start
  ulong bytes;  // TotalTensorSizeInBytes
} Tensor;
typedef struct {
  Tensor InputTensor;
  Tensor OutputTensor;
  uint DimensionCount;
  uint InputWindowOffsets[8];
  uint InputWindowSizes[8];
  int InputWindowStrides[8];
  uint padding;
} Case;
#undef uint
#undef ulong
#undef float

static const Case cases[1] = {
    {.InputTensor = {.DataType = 2 /* FLOAT16 */, .DimensionCount = 1, .Sizes = {1}, .Strides = {1}, .base = 45, .bytes = 4},
     .OutputTensor = {.DataType = 2 /* FLOAT16 */, .DimensionCount = 1, .Sizes = {1}, .Strides = {1}, .base = 58, .bytes = 4},
     .DimensionCount = 1,
     .InputWindowOffsets = {0},
     .InputWindowSizes = {1},
     .InputWindowStrides = {1}},
};

static const uint16_t InputTensor_data[1] = {  // FLOAT16
    0xacbf,  // -0.074157715
};

// What is right: case, element, bits from .. to. An element without a row may hold anything.
struct Permitted { unsigned index; size_t element; uint64_t from, to; };
static const struct Permitted OutputTensor_permitted[] = {
    {0, 0, 0xacbf, 0xacbf},  // [0]: -0.074157715 (0xacbf)
    {1, 0, 0, 0},
};

// --- The program --------------------------------------------------------------------------------
static cl_device_id device;
static cl_context context;
static cl_program program;

// Memory of all cases, between guards of bytes that nobody may touch.
struct Memory {
  const char* name;
  size_t size;
  unsigned char *before, *after;
  cl_mem buffer;
};
static struct Memory memories[] = {{.name = "cases", .size = 344}, {.name = "InputTensor", .size = 158}, {.name = "OutputTensor", .size = 184}};
enum { kCases = 1, kMemories = sizeof memories / sizeof memories[0] };

// The bytes that may change; all others must come back as they were.
static const struct { int memory; size_t from, to; } writable[] = {
    {2, 116, 120},  // OutputTensor
};

static void must(const char* call, cl_int code) {
  if (code == CL_SUCCESS) return;
  printf("FAIL: %s gave %d\n", call, code);
  fflush(stdout);
  _Exit(1);
}

enum { kQueues = 1 };
static cl_command_queue queues[kQueues];

static void finish(void) {
  for (int i = 0; i < kQueues; ++i) must("clFlush", clFlush(queues[i]));
  must("clEnqueueMarkerWithWaitList",
       clEnqueueMarkerWithWaitList(queues[0], 0, NULL, NULL));
  for (int i = 0; i < kQueues; ++i) must("clFinish", clFinish(queues[i]));
}

static void upload(struct Memory* m) {
  cl_int code;
  m->buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, m->size, NULL, &code);
  must("clCreateBuffer", code);
  must("clEnqueueWriteBuffer",
       clEnqueueWriteBuffer(queues[0], m->buffer, CL_FALSE, 0, m->size,
                            m->before, 0, NULL, NULL));
}

static void download(struct Memory* m) {
  must("clEnqueueReadBuffer",
       clEnqueueReadBuffer(queues[0], m->buffer, CL_FALSE, 0, m->size,
                           m->after, 0, NULL, NULL));
}

static size_t offset_of(const Tensor* t, size_t i) {
  size_t offset = t->base;
  for (cl_uint d = t->DimensionCount; d-- > 0; i /= t->Sizes[d])
    offset += i % t->Sizes[d] * t->Strides[d];
  return offset;
}

static size_t element_count(const Tensor* t) {
  size_t count = t->DimensionCount != 0;
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
    for (size_t i = 0; i < m->size; ++i) m->before[i] = guard(1048 * k + i, flips);
  }
  struct Memory* m = memories;
  memcpy(m->before, cases, sizeof cases);
  m = &memories[1];
  put(&cases[0].InputTensor, InputTensor_data, 2, m->before);
}

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
    queues[i] = clCreateCommandQueue(context, device, 0, &code);
    must("clCreateCommandQueue", code);
  }
  program = clCreateProgramWithSource(context, sizeof source / sizeof source[0],
                                      (const char**)source, NULL, &code);
  must("clCreateProgramWithSource", code);
  build(program);
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
    m->before = malloc(m->size);
    m->after = malloc(m->size);
  }
}

// A kernel with its arguments, found by their names.
static cl_kernel bound(const char* name) {
  static const struct { const char* name; int memory; } arguments[] = {{"cases", 0}, {"InputTensor", 1}, {"OutputTensor", 2}};
  cl_int code;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  must("clCreateKernel", code);
  cl_uint count = 0;
  must("clGetKernelInfo", clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
  for (cl_uint i = 0; i < count; ++i) {
    char argument[256];
    must("clGetKernelArgInfo", clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME,
                                                  sizeof argument, argument, NULL));
    for (size_t k = 0; k < sizeof arguments / sizeof arguments[0]; ++k)
      if (strcmp(argument, arguments[k].name) == 0)
        must("clSetKernelArg", clSetKernelArg(kernel, i, sizeof(cl_mem),
                                              &memories[arguments[k].memory].buffer));
  }
  return kernel;
}

static void launch(void) {
  {
    const size_t global[2] = {64, 1}, local[2] = {64, 1};
    cl_kernel kernel = bound("slice_runs");
    must("clEnqueueNDRangeKernel",
         clEnqueueNDRangeKernel(queues[0], kernel, 2, NULL, global, local, 0, NULL, NULL));
    clReleaseKernel(kernel);
  }
}

static void show_FLOAT16(uint64_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent ? 1024 + fraction : fraction;
  for (int i = exponent ? exponent : 1; i < 25; ++i) value /= 2;
  for (int i = 25; i < exponent; ++i) value *= 2;
  if (exponent == 31) printf("%s", fraction ? "nan" : bits >> 15 ? "-inf" : "inf");
  else printf("%.6g", bits >> 15 ? -value : value);
  printf(" (0x%04llx)", (unsigned long long)bits);
}

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
  for (size_t i = 0; i < m->size; ++i) {
    if (m->before[i] == m->after[i] || is_writable(k, i)) continue;
    if (changed++ == 0)
      printf("byte %ld of the memory of %s: expected 0x%02x, actual 0x%02x  WRONG\n",
             (long)i, m->name, m->before[i], m->after[i]);
  }
  if (changed) printf("%s: %zu bytes outside the outputs changed\n", m->name, changed);
  return changed != 0;
}

static int run(unsigned flips) {
  fill(flips);
  for (int k = 0; k < kMemories; ++k)
    if (memories[k].size) upload(&memories[k]);
  launch();
  for (int k = 0; k < kMemories; ++k)
    if (memories[k].size) download(&memories[k]);
  finish();
  int failed = 0;
  for (unsigned i = 0; i < kCases; ++i) {
    struct Memory* m = &memories[2];
    failed |= wrong_elements("OutputTensor", &cases[i].OutputTensor, m->after, 2, show_FLOAT16,
                             OutputTensor_permitted, sizeof OutputTensor_permitted / sizeof OutputTensor_permitted[0], i);
  }
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
    if (m->size == 0) continue;
    failed |= stray_writes(k);
    clReleaseMemObject(m->buffer);
  }
  return failed;
}

int main(int argc, char** argv) {
  if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
    printf("usage: %s [DEVICE [RUNS]]\n"
           "DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE).\n"
           "Exits with 0 where the answer is as expected, 1 where it is not, 2 without a device.\n",
           argv[0]);
    return 0;
  }
  const char* const wanted = argc > 1 ? argv[1] : getenv("ASSAY_DEVICE");
  const long runs = argc > 2 ? atol(argv[2]) : 1;
  if (!choose_device(wanted)) {
    fprintf(stderr, "no OpenCL device%s%s\n", wanted ? " named " : "", wanted ? wanted : "");
    return 2;
  }
  setup();
  for (long k = 1; k <= runs; ++k)
    if (run(0)) {
      printf("FAIL in run %ld of %ld\n", k, runs);
      return 1;
    }
  printf("PASS\n");
  return 0;
}
