// The output's coordinate in each dimension, modulo the input's size, is the input's.

static ulong tiled_from(CASE_SPACE const Case* c, uint i) {
  ulong from = c->InputTensor.base;
  for (uint d = c->OutputTensor.DimensionCount; d-- > 0;) {
    const uint size = c->OutputTensor.Sizes[d];
    from += (ulong)(i % size % c->InputTensor.Sizes[d]) * c->InputTensor.Strides[d];
    i /= size;
  }
  return from;
}

//: variant bits define T=width(InputTensor)
//: pass tile_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void tile_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[tiled_from(c, i)];
}

// An item writes sixteen neighbours of a row, and steps through the input's row with them.
//: variant runs define T=type(InputTensor)
//: pass tile_runs groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 15) / 16) + local - 1) / local
kernel void tile_runs(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint last = output->DimensionCount - 1;
  const uint length = output->Sizes[last];
  const uint runs = (length - 1) / 16 + 1;
  const size_t row = get_global_id(0) / runs;
  if (row >= element_count(output) / length) return;
  const uint first = (uint)(get_global_id(0) % runs) * 16;
  const uint end = min(length - first, 16u) + first;
  const uint period = c->InputTensor.Sizes[last];
  const ulong step = c->InputTensor.Strides[last];
  const ulong start = tiled_from(c, (uint)row * length);
  ulong to = offset_of(output, (uint)row * length + first);
  uint at = first % period;
  for (uint k = first; k < end; ++k) {
    OutputTensor[to] = InputTensor[start + at * step];
    to += output->Strides[last];
    if (++at == period) at = 0;
  }
}
