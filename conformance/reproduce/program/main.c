int main(int argc, char** argv) {
  const char* const wanted = argc > 1 ? argv[1] : getenv("ASSAY_DEVICE");
  const long runs = argc > 2 ? atol(argv[2]) : @RUNS@;
  if (!choose_device(wanted)) {
    fprintf(stderr, "no OpenCL device%s%s\n", wanted ? " named " : "", wanted ? wanted : "");
    return 2;
  }
@ALARM@
  setup();
  for (long k = 1; k <= runs; ++k)
    if (@RUN@) {
      printf("FAIL in run %ld of %ld\n", k, runs);
      return 1;
    }
  printf("PASS\n");
  return 0;
}
