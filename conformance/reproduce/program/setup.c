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
@BINARY@
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
@SURROUND@
    m->before = malloc(@WHOLE@);
    m->after = malloc(@WHOLE@);
  }
}
