int main(int argc, char** argv) {
  if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
    printf("usage: %s [DEVICE [RUNS]]\n"
           "DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE).\n"
           "Exits with 0 where the answer is as expected, 1 where it is not, 2 without a device.\n",
           argv[0]);
    return 0;
  }
  const char* const wanted = argc > 1 ? argv[1] : getenv("ASSAY_DEVICE");
  const long runs = argc > 2 ? atol(argv[2]) : @RUNS@;
  if (!choose_device(wanted)) {
    fprintf(stderr, "no OpenCL device%s%s\n", wanted ? " named " : "", wanted ? wanted : "");
    return 2;
  }
@SIGNAL@
@ALARM@
  setup();
  for (long k = 1; k <= runs; ++k) {
@ALARM@
    if (@RUN@) {
      printf("FAIL in run %ld of %ld\n", k, runs);
      return 1;
    }
  }
  printf("PASS\n");
  return 0;
}
