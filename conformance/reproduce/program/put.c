static void put(const Tensor* t, const void* data, size_t width, unsigned char* memory) {
  for (size_t i = 0; i < element_count(t); ++i)
    memcpy(memory + offset_of(t, i) * width, (const char*)data + i * width, width);
}
