// Each element of the output has an index of its own, which takes the place of its coordinate along
// Axis.

// The input's element that is element i of the output.
static ulong picked_from(CASE_SPACE const Case* c, global const void* IndicesTensor, uint i) {
  TENSOR *input = &c->InputTensor, *indices = &c->IndicesTensor;
  const uint length = input->Sizes[c->Axis], inner = inner_size(input, c->Axis);
  const uint outer = i / inner / indices->Sizes[c->Axis];
  const long at = wrapped(load_index(indices, IndicesTensor, offset_of(indices, i)), length);
  return offset_of(input, (outer * length + (uint)at) * inner + i % inner);
}

#define MORE_INPUTS , global const void* IndicesTensor
#define FROM(i) picked_from(c, IndicesTensor, i)

//: variant bits define T=width(InputTensor)
//: include copy_each.clh

// An item takes up to eight elements along Axis. It has their indices in private memory before it
// reads the first of them, and moves from coordinate to coordinate by strides.
//: variant rows define T=type(InputTensor)
//: pass gather_rows groups (product(IndicesTensor.Sizes) / IndicesTensor.Sizes[Axis] * ((IndicesTensor.Sizes[Axis] + 7) / 8) + local - 1) / local
kernel void gather_rows(CASES, global const T* InputTensor, global const void* IndicesTensor,
                        global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *indices = &c->IndicesTensor, *output = &c->OutputTensor;
  const uint axis = c->Axis, picked = indices->Sizes[axis], pieces = (picked - 1) / 8 + 1;
  const size_t row = get_global_id(0) / pieces;
  if (row >= element_count(indices) / picked) return;
  const uint first = (uint)(get_global_id(0) % pieces) * 8, count = min(picked - first, 8u);
  const ulong index_row = row_start(indices, axis, row), from = row_start(input, axis, row),
              to = row_start(output, axis, row);
  ulong steps[8];
  for (uint k = 0; k < count; ++k) {
    const ulong at = index_row + (ulong)(first + k) * indices->Strides[axis];
    const long index = load_index(indices, IndicesTensor, at);
    steps[k] = (ulong)(index + (select(0L, (long)input->Sizes[axis], (ulong)(index < 0)))) *
               input->Strides[axis];
  }
  for (uint k = 0; k < count; ++k) {
    const T element = InputTensor[from + steps[k]];
    OutputTensor[to + (ulong)(first + k) * output->Strides[axis]] = element;
  }
}

// The input and the output are images.
//: variant image define T=width(InputTensor) images InputTensor OutputTensor
//: pass gather_pixels groups (product(OutputTensor.Sizes) + local - 1) / local
//: include images.clh
kernel void gather_pixels(CASES, read_only image2d_t InputTensor, global const void* IndicesTensor,
                          write_only image2d_t OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  image_store(image_load(InputTensor, picked_from(c, IndicesTensor, i)), OutputTensor,
              offset_of(&c->OutputTensor, i));
}
