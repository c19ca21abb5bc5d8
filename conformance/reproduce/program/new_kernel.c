  cl_kernel kernel = clCreateKernel(program, name, &code);
  must("clCreateKernel", code);
