// Output is [outer, index, inner]: the input with its axis replaced by the index tensor.
// An index outside the axis is clamped into it, so that whatever comes is an element of the input.

static uint gathered(CASE_SPACE const Case* c, global const void* indices, bool packed, uint i) {
  TENSOR* input = &c->InputTensor;
  uint inner = 1;
  for (uint d = c->Axis + 1; d < input->DimensionCount; ++d) inner *= input->Sizes[d];
  const uint count = element_count(&c->IndicesTensor);
  const uint tuple = i / inner;
  const long size = input->Sizes[c->Axis];
  const ulong at = place_of(&c->IndicesTensor, packed, tuple % count);
  long index = load_index(&c->IndicesTensor, indices, at);
  if (index < 0) index += size;
  index = clamp(index, 0L, size - 1);
  return (tuple / count * (uint)size + (uint)index) * inner + i % inner;
}

static ulong gathered_from(CASE_SPACE const Case* c, global const void* indices, uint i) {
  return offset_of(&c->InputTensor, gathered(c, indices, false, i));
}

//: variant bits define T=width(InputTensor)
//: pass gather_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void gather_bits(CASES, global const T* InputTensor, global const void* IndicesTensor,
                        global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[gathered_from(c, IndicesTensor, i)];
}

//: variant typed define T=type(InputTensor)
//: pass gather_typed groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void gather_typed(CASES, global const T* InputTensor, global const void* IndicesTensor,
                         global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const T element = InputTensor[gathered_from(c, IndicesTensor, i)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}

// Four neighbours an item, stored as one vector where they lie side by side; of packed tensors
// nothing is divided but what the axis needs.
//: variant vector define T=width(InputTensor)
//: pass gather_vector groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void gather_vector(CASES, global const T* InputTensor, global const void* IndicesTensor,
                          global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t first = get_global_id(0) * 4;
  const uint count = element_count(&c->OutputTensor);
  if (first >= count) return;
  const uint here = min(count - (uint)first, 4u);
  const bool packed = is_packed(&c->InputTensor), packed_indices = is_packed(&c->IndicesTensor),
             packed_output = is_packed(&c->OutputTensor);
  T elements[4];
  ulong to[4];
  bool together = here == 4;
  for (uint k = 0; k < here; ++k) {
    const uint from = gathered(c, IndicesTensor, packed_indices, first + k);
    elements[k] = InputTensor[place_of(&c->InputTensor, packed, from)];
    to[k] = place_of(&c->OutputTensor, packed_output, first + k);
    together = together && to[k] == to[0] + k;
  }
  if (together) {
    vstore4(vload4(0, elements), 0, OutputTensor + to[0]);
  } else {
    for (uint k = 0; k < here; ++k) OutputTensor[to[k]] = elements[k];
  }
}
