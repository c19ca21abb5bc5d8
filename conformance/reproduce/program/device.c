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
