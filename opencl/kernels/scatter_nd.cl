// The output is a copy of the input, in which each tuple of indices names a slot (a stretch of
// `inner` elements) that takes the updates of that tuple. Of tuples that name the same slot any
// one may win, element by element. A tuple that names no slot writes nothing.

static uint tuple_size(CASE_SPACE const Case* c) {
  return c->IndicesTensor.Sizes[c->IndicesTensor.DimensionCount - 1];
}

// Elements of a slot: the product of the input's dimensions that no index addresses.
static uint slot_size(CASE_SPACE const Case* c) {
  uint inner = 1;
  const uint untouched = c->InputDimensionCount - tuple_size(c);
  for (uint d = c->InputTensor.DimensionCount - untouched; d < c->InputTensor.DimensionCount; ++d)
    inner *= c->InputTensor.Sizes[d];
  return inner;
}

#define NO_SLOT UINT_MAX

static uint slot_of(CASE_SPACE const Case* c, global const void* indices, uint tuple) {
  const uint size = tuple_size(c);
  const uint first = c->InputTensor.DimensionCount - c->InputDimensionCount;
  uint slot = 0;
  for (uint j = 0; j < size; ++j) {
    const long length = c->InputTensor.Sizes[first + j];
    const ulong at = offset_of(&c->IndicesTensor, tuple * size + j);
    long index = load_index(&c->IndicesTensor, indices, at);
    if (index < 0) index += length;
    if (index < 0 || index >= length) return NO_SLOT;
    slot = slot * (uint)length + (uint)index;
  }
  return slot;
}

//: variant bits define T=width(InputTensor)
//: pass copy_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void copy_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[offset_of(&c->InputTensor, i)];
}

//: pass scatter_bits groups (product(UpdatesTensor.Sizes) + local - 1) / local
kernel void scatter_bits(CASES, global const void* IndicesTensor, global const T* UpdatesTensor,
                         global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->UpdatesTensor)) return;
  const uint inner = slot_size(c);
  const uint slot = slot_of(c, IndicesTensor, (uint)i / inner);
  if (slot == NO_SLOT) return;
  OutputTensor[offset_of(&c->OutputTensor, slot * inner + (uint)i % inner)] =
      UpdatesTensor[offset_of(&c->UpdatesTensor, i)];
}

//: variant typed define T=type(InputTensor)
//: pass copy_typed groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void copy_typed(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const T element = InputTensor[offset_of(&c->InputTensor, i)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}

//: pass scatter_typed groups (product(UpdatesTensor.Sizes) + local - 1) / local
kernel void scatter_typed(CASES, global const void* IndicesTensor, global const T* UpdatesTensor,
                          global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->UpdatesTensor)) return;
  const uint inner = slot_size(c);
  const uint slot = slot_of(c, IndicesTensor, (uint)i / inner);
  if (slot == NO_SLOT) return;
  const T element = UpdatesTensor[offset_of(&c->UpdatesTensor, i)];
  OutputTensor[offset_of(&c->OutputTensor, slot * inner + (uint)i % inner)] = element;
}

// Free of races: an atomic maximum finds the last tuple of each slot, then every output element
// reads either that tuple's update or the input.
//: variant winner define T=width(InputTensor)
//: scratch Winners uint product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]])
//: pass clear_winners groups (product(InputTensor.Sizes[0 : InputTensor.DimensionCount - InputDimensionCount + IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1]]) + local - 1) / local
kernel void clear_winners(CASES, global uint* Winners) {
  CASE_SPACE const Case* c = CASE;
  const size_t slot = get_global_id(0);
  if (slot >= element_count(&c->InputTensor) / slot_size(c)) return;
  Winners[c->Winners + slot] = 0;
}

//: pass elect_winners groups (product(IndicesTensor.Sizes) / IndicesTensor.Sizes[IndicesTensor.DimensionCount - 1] + local - 1) / local
kernel void elect_winners(CASES, global const void* IndicesTensor, global uint* Winners) {
  CASE_SPACE const Case* c = CASE;
  const size_t tuple = get_global_id(0);
  if (tuple >= element_count(&c->IndicesTensor) / tuple_size(c)) return;
  const uint slot = slot_of(c, IndicesTensor, tuple);
  if (slot == NO_SLOT) return;
  atomic_max(&Winners[c->Winners + slot], (uint)tuple + 1);
}

//: pass collect_winners groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void collect_winners(CASES, global const T* InputTensor, global const T* UpdatesTensor,
                    global T* OutputTensor, global const uint* Winners) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint inner = slot_size(c);
  const uint winner = Winners[c->Winners + (uint)i / inner];
  T element;
  if (winner == 0)
    element = InputTensor[offset_of(&c->InputTensor, i)];
  else
    element = UpdatesTensor[offset_of(&c->UpdatesTensor, (winner - 1) * inner + (uint)i % inner)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = element;
}
