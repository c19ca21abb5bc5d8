#define IMAGE(c) (&(c)->InputTensor)
//: include patches.clh

//: variant bits define T=width(InputTensor)
//: pass unfold_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void unfold_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint rows = c->OutputTensor.Sizes[1], columns = c->OutputTensor.Sizes[2];
  const uint row = (uint)(i / columns) % rows;
  T element = 0;
  ulong from;
  if (find_in_image(c, (uint)(i / columns / rows), row, (uint)(i % columns), &from))
    element = InputTensor[from];
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = element;
}

// Four columns of a row an item, stored at once where they lie side by side.
//: variant four define T=type(InputTensor)
//: pass unfold_four groups (OutputTensor.Sizes[0] * OutputTensor.Sizes[1] * ((OutputTensor.Sizes[2] + 3) / 4) + local - 1) / local
kernel void unfold_four(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint rows = output->Sizes[1], columns = output->Sizes[2], runs = (columns - 1) / 4 + 1;
  const size_t line = get_global_id(0) / runs;
  const uint batch = (uint)(line / rows), row = (uint)(line % rows);
  if (batch >= output->Sizes[0]) return;
  const uint first = (uint)(get_global_id(0) % runs) * 4, lanes = min(columns - first, 4u);
  T lane[4] = {0, 0, 0, 0};
  for (uint k = 0; k < lanes; ++k) {
    ulong from;
    if (find_in_image(c, batch, row, first + k, &from)) lane[k] = InputTensor[from];
  }
  const ulong to = output->base + (ulong)batch * output->Strides[0] +
                   (ulong)row * output->Strides[1] + (ulong)first * output->Strides[2];
  if (lanes == 4 && output->Strides[2] == 1) {
    vstore4(vload4(0, lane), 0, OutputTensor + to);
    return;
  }
  for (uint k = 0; k < lanes; ++k) OutputTensor[to + (ulong)k * output->Strides[2]] = lane[k];
}

// The output is cleared first. Then each element of the image goes to all its patches.
//: variant spread define T=width(InputTensor)
#define LANES 8
//: include clear.clh
//: pass clear_patches groups ((product(OutputTensor.Sizes) + 7) / 8 + local - 1) / local
kernel void clear_patches(CASES, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  clear_lanes(&c->OutputTensor, OutputTensor);
}

//: pass spread_image groups (product(InputTensor.Sizes) + local - 1) / local
kernel void spread_image(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->InputTensor)) return;
  TENSOR* output = &c->OutputTensor;
  const T element = InputTensor[offset_of(&c->InputTensor, (uint)i)];
  Pixel pixel;
  find_pixel(c, (uint)i, &pixel);
  const uint size = window_size(c);
  for (uint w = 0; w < size; ++w) {
    uint place;
    if (!find_place(c, &pixel, w, &place)) continue;
    const uint row = pixel.channel * size + w;
    OutputTensor[output->base + (ulong)pixel.batch * output->Strides[0] +
                 (ulong)row * output->Strides[1] + (ulong)place * output->Strides[2]] = element;
  }
}
