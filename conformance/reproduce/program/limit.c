static void too_long(int signal) {
  (void)signal;
  static const char text[] = "FAIL: no end\n";
  if (write(1, text, sizeof text - 1) < 0) _exit(1);
  _exit(1);
}
