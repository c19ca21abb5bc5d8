  // All runs launch the same kernel objects.
  static struct { const char* name; cl_kernel kernel; } made[@PASSES@];
  int n = 0;
  while (made[n].name && strcmp(made[n].name, name) != 0) ++n;
  if (!made[n].name) {
    made[n].name = name;
    made[n].kernel = clCreateKernel(program, name, &code);
    must("clCreateKernel", code);
  }
  cl_kernel kernel = made[n].kernel;
