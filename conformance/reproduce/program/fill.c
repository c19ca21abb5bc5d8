static size_t offset_of(const Tensor* t, size_t i) {
  size_t offset = t->base;
  for (cl_uint d = t->DimensionCount; d-- > 0; i /= t->Sizes[d])
    offset += i % t->Sizes[d] * t->Strides[d];
  return offset;
}

static size_t element_count(const Tensor* t) {
  size_t count = t->DimensionCount != 0;
  for (cl_uint d = 0; d < t->DimensionCount; ++d) count *= t->Sizes[d];
  return count;
}
@PUT_FUNCTION@
// Coded by position, so that bytes that were moved show.
static unsigned char guard(uint64_t at, uint64_t flips) {
  uint64_t z = (at / 8 + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (unsigned char)((z ^ flips) >> (8 * (at % 8)));
}

static void fill(uint64_t flips) {
  for (int k = 0; k < kMemories; ++k) {
    struct Memory* m = &memories[k];
@FILL_AROUND@
    for (size_t i = 0; i < m->size; ++i) m->before[@IMAGE_AT_I@] = guard(@SHIFT@ * k + i, flips);
  }
  struct Memory* m = memories;
  memcpy(m->before@ORIGIN@, cases, sizeof cases);
@PUT@
  // Where the driver brings nothing back, no byte is what is expected.
  for (int k = 0; k < kMemories; ++k)
    for (size_t i = 0; i < memories[k].@SIZE@; ++i) memories[k].after[i] = (unsigned char)~memories[k].before[i];
}
