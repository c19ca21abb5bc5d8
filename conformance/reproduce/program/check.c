@SHOW@

static int wrong_elements(const char* name, const Tensor* t, const unsigned char* memory, size_t width,
                          void (*show)(uint64_t), const struct Permitted* rows, size_t row_count,
                          unsigned index) {
  const size_t count = element_count(t);
  size_t wrong = 0, row = 0;
  while (row < row_count && rows[row].index < index) ++row;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, memory + offset_of(t, i) * width, width);
    const size_t first = row;
    int right = row == row_count || rows[row].index != index || rows[row].element != i;
    for (; row < row_count && rows[row].index == index && rows[row].element == i; ++row)
      right |= rows[row].from <= bits && bits <= rows[row].to;
    wrong += !right;
    if (right ? count > 32 : wrong > 20) continue;
    printf("%s[", name);
    for (cl_uint d = 0, rest = (cl_uint)count; d < t->DimensionCount; ++d) {
      rest /= t->Sizes[d];
      printf("%s%u", d ? "," : "", (unsigned)(i / rest % t->Sizes[d]));
    }
    printf("]: expected ");
    if (first == row) printf("anything");
    for (size_t k = first; k < row; ++k) {
      if (k > first) printf(" or ");
      show(rows[k].from);
      if (rows[k].from != rows[k].to) printf(" .. "), show(rows[k].to);
    }
    printf(", actual ");
    show(bits);
    printf("%s\n", right ? "" : "  WRONG");
  }
  if (wrong) printf("%s: %zu of %zu elements are wrong\n", name, wrong, count);
  return wrong != 0;
}

static int is_writable(int memory, size_t at) {
  for (size_t w = 0; w < sizeof writable / sizeof writable[0]; ++w)
    if (writable[w].memory == memory && writable[w].from <= at && at < writable[w].to) return 1;
  return 0;
}

static int stray_writes(int k) {
  const struct Memory* m = &memories[k];
  size_t changed = 0;
  for (size_t i = 0; i < @WHOLE@; ++i) {
    if (m->before[i] == m->after[i] || @IS_WRITABLE@) continue;
    if (changed++ == 0)
      printf("byte %ld of the memory of %s: expected 0x%02x, actual 0x%02x  WRONG\n",
             @IMAGE_PLACE@, m->name, m->before[i], m->after[i]);
  }
  if (changed) printf("%s: %zu bytes outside the outputs changed\n", m->name, changed);
  return changed != 0;
}
