// Output is [outer, index, inner]: the input with its axis replaced by the index tensor.
// An index outside the axis is clamped into it, so that it names an element.

// The index at `at`, as a coordinate of the axis.
static uint coordinate(CASE_SPACE const Case* c, global const void* indices, ulong at) {
  const long size = c->InputTensor.Sizes[c->Axis];
  const long index = load_index(&c->IndicesTensor, indices, at);
  return (uint)clamp(wrapped(index, size), 0L, size - 1);
}

// Where the input's element lies that is element i of the output.
static ulong gathered_from(CASE_SPACE const Case* c, global const void* indices, uint i) {
  const uint inner = inner_size(&c->InputTensor, c->Axis);
  const uint count = element_count(&c->IndicesTensor), tuple = i / inner;
  const uint index = coordinate(c, indices, offset_of(&c->IndicesTensor, tuple % count));
  const uint row = tuple / count * c->InputTensor.Sizes[c->Axis] + index;
  return offset_of(&c->InputTensor, row * inner + i % inner);
}

#define MORE_INPUTS , global const void* IndicesTensor
#define FROM(i) gathered_from(c, IndicesTensor, i)

//: variant bits define T=width(InputTensor)
//: include copy_each.clh

//: variant typed define T=type(InputTensor)
//: include copy_each.clh

// An item takes elements that lie a whole launch apart, or eight at once where all lie packed and no
// eight span two rows.
//: variant vector define T=width(InputTensor)
//: pass gather_vector groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void gather_vector(CASES, global const T* InputTensor, global const void* IndicesTensor,
                          global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *indices = &c->IndicesTensor, *output = &c->OutputTensor;
  const uint all = element_count(output);
  if (get_global_id(0) >= all) return;
  const uint inner = inner_size(input, c->Axis), count = element_count(indices);
  const uint by_inner = reciprocal_of(inner), by_count = reciprocal_of(count);
  const bool packed_input = is_packed(input), packed_indices = is_packed(indices),
             packed_output = is_packed(output);
  const bool vectors = packed_input && packed_output && inner % 8 == 0;
  const uint width = vectors ? 8 : 1;
  for (ulong i = get_global_id(0) * width; i < all; i += get_global_size(0) * width) {
    const uint tuple = quotient(i, inner, by_inner);
    const uint outer = quotient(tuple, count, by_count);
    const ulong at = place_of(indices, packed_indices, tuple - outer * count);
    const uint row = outer * input->Sizes[c->Axis] + coordinate(c, IndicesTensor, at);
    const uint from = row * inner + ((uint)i - tuple * inner);
    global const T* source = InputTensor + place_of(input, packed_input, from);
    global T* to = OutputTensor + place_of(output, packed_output, i);
    if (vectors)
      COPY_EIGHT(T, source, to);
    else
      *to = *source;
  }
}
