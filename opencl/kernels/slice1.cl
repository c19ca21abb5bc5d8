// Along each dimension the output's coordinate c reads the input at start + stride * c, where a
// negative stride starts at the window's end. Strides go down to INT_MIN, hence 64 bits.

static long start_of(CASE_SPACE const Case* c, uint d) {
  const long first = c->InputWindowOffsets[d];
  return c->InputWindowStrides[d] < 0 ? first + c->InputWindowSizes[d] - 1 : first;
}

static ulong sliced_from(CASE_SPACE const Case* c, uint i) {
  ulong from = c->InputTensor.base;
  for (uint d = c->OutputTensor.DimensionCount; d-- > 0;) {
    const uint size = c->OutputTensor.Sizes[d];
    const long at = start_of(c, d) + (long)c->InputWindowStrides[d] * (i % size);
    from += (ulong)at * c->InputTensor.Strides[d];
    i /= size;
  }
  return from;
}

//: variant bits define T=width(InputTensor)
//: pass slice_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void slice_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[sliced_from(c, i)];
}

//: variant typed define T=type(InputTensor)
//: pass slice_typed groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void slice_typed(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const T element = InputTensor[sliced_from(c, i)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}

// Sixteen elements of a row an item, stepping through memory with signed strides.
//: variant runs define T=width(InputTensor)
//: pass slice_runs groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 15) / 16) + local - 1) / local
kernel void slice_runs(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint last = output->DimensionCount - 1;
  const uint length = output->Sizes[last];
  const uint runs = (length - 1) / 16 + 1;
  const size_t row = get_global_id(0) / runs;
  if (row >= element_count(output) / length) return;
  const uint first = (uint)(get_global_id(0) % runs) * 16;
  const uint count = min(length - first, 16u);
  const uint i = (uint)row * length + first;
  const long step = (long)c->InputWindowStrides[last] * c->InputTensor.Strides[last];
  ulong from = sliced_from(c, i);
  ulong to = offset_of(output, i);
  for (uint k = 0; k < count; ++k) {
    OutputTensor[to] = InputTensor[from];
    from += (ulong)step;
    to += output->Strides[last];
  }
}
