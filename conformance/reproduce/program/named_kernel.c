  cl_kernel named = clCreateKernel(source_program, name, &code);
  must("clCreateKernel", code);
