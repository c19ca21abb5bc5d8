// A kernel with its arguments, found by their names.
static cl_kernel bound(const char* name@BOUND_CASE@) {
  static const struct { const char* name; int memory; } arguments[] = {@ARGUMENTS@};
  cl_int code;
@KERNEL@
@NAMED@
  cl_uint count = 0;
  must("clGetKernelInfo", clGetKernelInfo(@NAMED_KERNEL@, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
  for (cl_uint i = 0; i < count; ++i) {
    char argument[256];
    must("clGetKernelArgInfo", clGetKernelArgInfo(@NAMED_KERNEL@, i, CL_KERNEL_ARG_NAME,
                                                  sizeof argument, argument, NULL));
@BY_VALUE@
@BIND_IMAGE@
    for (size_t k = 0; k < sizeof arguments / sizeof arguments[0]; ++k)
      if (strcmp(argument, arguments[k].name) == 0)
        @BIND@
  }
  return kernel;
}

static void launch(void) {
@LAUNCH@
}
