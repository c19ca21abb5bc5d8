// Along each dimension the input's coordinate c goes to start + stride * c of the output, and what no
// element goes to is 0.
//: include window.clh

// Each element of the output finds out whether one goes to it, by a division along each dimension.
//: variant seek define T=width(InputGradientTensor)
//: pass seek_gradient groups (product(OutputGradientTensor.Sizes) + local - 1) / local
kernel void seek_gradient(CASES, global const T* InputGradientTensor,
                          global T* OutputGradientTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputGradientTensor, *output = &c->OutputGradientTensor;
  const size_t i = get_global_id(0);
  if (i >= element_count(output)) return;
  uint rest = i;
  ulong from = input->base;
  bool hit = true;
  for (uint d = output->DimensionCount; d-- > 0;) {
    const uint size = output->Sizes[d];
    const long stride = c->InputWindowStrides[d];
    const long distance = (long)(rest % size) - window_start(c, d);
    const long at = distance / stride;
    hit = hit && at * stride == distance && at >= 0 && at < input->Sizes[d];
    from += (ulong)(hit ? at : 0) * input->Strides[d];
    rest /= size;
  }
  T element = 0;
  if (hit) element = InputGradientTensor[from];
  OutputGradientTensor[offset_of(output, i)] = element;
}

// The output is filled with zeros, four at once where they lie side by side; then each element of
// the input goes to its place.
//: variant put define T=type(InputGradientTensor)
#define LANES 4
//: include clear.clh
//: pass clear_gradient groups ((product(OutputGradientTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void clear_gradient(CASES, global T* OutputGradientTensor) {
  CASE_SPACE const Case* c = CASE;
  clear_lanes(&c->OutputGradientTensor, OutputGradientTensor);
}

//: pass put_gradient groups (product(InputGradientTensor.Sizes) + local - 1) / local
kernel void put_gradient(CASES, global const T* InputGradientTensor,
                         global T* OutputGradientTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputGradientTensor, *output = &c->OutputGradientTensor;
  const size_t i = get_global_id(0);
  if (i >= element_count(input)) return;
  uint rest = i;
  ulong to = output->base;
  for (uint d = input->DimensionCount; d-- > 0;) {
    const long at =
        window_start(c, d) + (long)c->InputWindowStrides[d] * (rest % input->Sizes[d]);
    to += (ulong)at * output->Strides[d];
    rest /= input->Sizes[d];
  }
  const T element = InputGradientTensor[offset_of(input, i)];
  OutputGradientTensor[to] = element;
}
