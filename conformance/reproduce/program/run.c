static int run(uint64_t flips) {
  fill(flips);
@HOLD@
@UPLOAD@
  launch();
@DOWNLOAD@
  finish();
@RELEASE_IMAGES@
  int failed = 0;
@CHECK@
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
    if (m->size == 0) continue;
    failed |= stray_writes(k);
    @FREE@
@RELEASE@
  }
  return failed;
}
