// The value of an element follows from the index of its sequence. The second value is the next one
// along the last dimension of ValuesTensor whose size is not 1.

static ulong value_place(TENSOR* values, bool on) {
  for (uint d = values->DimensionCount; on && d-- > 0;)
    if (values->Sizes[d] > 1) return values->base + values->Strides[d];
  return values->base;
}

// The index of a sequence of `size` elements; `size` if it is to be ignored.
static uint hot_index(CASE_SPACE const Case* c, global const void* indices, uint sequence,
                      uint size) {
  const ulong place = offset_of(&c->IndicesTensor, sequence);
  const long index = load_index(&c->IndicesTensor, indices, place);
  const long from_start = wrapped(index, size);
  return from_start >= 0 && from_start < size ? (uint)from_start : size;
}

// One item an element.
//: variant bits define T=width(ValuesTensor)
//: pass hot_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void hot_bits(CASES, global const void* IndicesTensor, global const T* ValuesTensor,
                     global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint inner = inner_size(&c->OutputTensor, c->Axis);
  const uint size = c->OutputTensor.Sizes[c->Axis];
  const uint at = (uint)i / inner % size;
  const uint sequence = (uint)i / inner / size * inner + (uint)i % inner;
  const bool on = hot_index(c, IndicesTensor, sequence, size) == at;
  OutputTensor[offset_of(&c->OutputTensor, i)] = ValuesTensor[value_place(&c->ValuesTensor, on)];
}

// All elements are off, and then a second pass sets those that are on.
//: variant passes define T=type(ValuesTensor)
//: pass all_off groups (product(OutputTensor.Sizes) + local - 1) / local
//: pass some_on groups (product(IndicesTensor.Sizes) + local - 1) / local
kernel void all_off(CASES, global const T* ValuesTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = ValuesTensor[value_place(&c->ValuesTensor, false)];
}

kernel void some_on(CASES, global const void* IndicesTensor, global const T* ValuesTensor,
                    global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t sequence = get_global_id(0);
  if (sequence >= element_count(&c->IndicesTensor)) return;
  const uint inner = inner_size(&c->OutputTensor, c->Axis);
  const uint size = c->OutputTensor.Sizes[c->Axis];
  const uint at = hot_index(c, IndicesTensor, (uint)sequence, size);
  if (at == size) return;
  const uint element = ((uint)sequence / inner * size + at) * inner + (uint)sequence % inner;
  OutputTensor[offset_of(&c->OutputTensor, element)] =
      ValuesTensor[value_place(&c->ValuesTensor, true)];
}
