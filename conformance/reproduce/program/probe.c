// Scalar arguments: a kernel of their own widens each to 64 bits and writes it down, and behind them
// what work-item functions give for dimensions that the launch does not have.
static const char* const probe_source[] = {
@SOURCE@
};
static const struct { const char* type; size_t size; uint64_t bits[2], expected[2]; } scalars[] = {
@ROWS@
};
static const struct { const char* call; uint64_t expected; } calls[] = {
@CALLS@
};
enum { kScalars = sizeof scalars / sizeof scalars[0], kCalls = sizeof calls / sizeof calls[0] };

static int wrong_scalars(void) {
  cl_int code;
  cl_program probe = clCreateProgramWithSource(
      context, sizeof probe_source / sizeof probe_source[0], (const char**)probe_source, NULL, &code);
  must("clCreateProgramWithSource", code);
  must("clBuildProgram", clBuildProgram(probe, 1, &device, "-cl-std=CL1.2", NULL, NULL));
  cl_kernel kernel = clCreateKernel(probe, "scalars", &code);
  must("clCreateKernel", code);
  uint64_t came[2][kScalars + kCalls];
  memset(came, 0xa5, sizeof came);
  cl_mem out[2];
  const size_t one = 1;
  for (int launch = 0; launch < 2; ++launch) {
    out[launch] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 sizeof came[launch], came[launch], &code);
    must("clCreateBuffer", code);
    for (cl_uint i = 0; i < kScalars; ++i)
      must("clSetKernelArg", clSetKernelArg(kernel, i, scalars[i].size, &scalars[i].bits[launch]));
    must("clSetKernelArg", clSetKernelArg(kernel, kScalars, sizeof(cl_mem), &out[launch]));
    must("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(queues[0], kernel, 1, NULL, &one, &one,
                                                          0, NULL, NULL));
  }
  must("clFinish", clFinish(queues[0]));
  int wrong = 0;
  for (int launch = 0; launch < 2; ++launch) {
    must("clEnqueueReadBuffer", clEnqueueReadBuffer(queues[0], out[launch], CL_TRUE, 0,
                                                    sizeof came[launch], came[launch], 0, NULL, NULL));
    must("clReleaseMemObject", clReleaseMemObject(out[launch]));
    for (int i = 0; i < kScalars; ++i) {
      if (came[launch][i] == scalars[i].expected[launch]) continue;
      printf("launch %d, scalar argument %d (%s): expected 0x%016llx, actual 0x%016llx  WRONG\n",
             launch, i, scalars[i].type, (unsigned long long)scalars[i].expected[launch],
             (unsigned long long)came[launch][i]);
      wrong = 1;
    }
    for (int i = 0; i < kCalls; ++i) {
      const uint64_t actual = came[launch][kScalars + i];
      if (actual == calls[i].expected) continue;
      printf("launch %d, %s: expected %llu, actual %llu  WRONG\n", launch, calls[i].call,
             (unsigned long long)calls[i].expected, (unsigned long long)actual);
      wrong = 1;
    }
  }
  must("clReleaseKernel", clReleaseKernel(kernel));
  must("clReleaseProgram", clReleaseProgram(probe));
  return wrong;
}
