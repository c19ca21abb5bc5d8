  // The program made again from SPIR-V.
  source_program = program;
  program = clCreateProgramWithIL(context, spirv, sizeof spirv, &code);
  must("clCreateProgramWithIL", code);
  must("clBuildProgram", clBuildProgram(program, 1, &device, "@OPTIONS@", NULL, NULL));
