  // The program made again from its binary.
  size_t size = 0;
  must("clGetProgramInfo", clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char* bytes = malloc(size + 1);
  must("clGetProgramInfo", clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
  source_program = program;
  if (size > 0) {
    program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char**)&bytes, NULL, &code);
    must("clCreateProgramWithBinary", code);
    build(program);
  }
  free(bytes);
