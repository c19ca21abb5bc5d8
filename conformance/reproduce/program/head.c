// @TITLE@
//
//   @WHAT@
//   @DEVICE@
//
//   cc reproduce.c -lOpenCL -o reproduce && ./reproduce [DEVICE [RUNS]]
//
// DEVICE is a part of a device's or platform's name (also $ASSAY_DEVICE); without it the first
// device is taken. Prints expected and actual; exits 0 as expected, 1 not, 2 without a device.
//
//   @COMMAND@
