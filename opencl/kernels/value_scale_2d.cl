// The output is each element times Scale, with the bias of its channel added.

static uint channel_of(CASE_SPACE const Case* c, uint i) {
  return i / inner_size(&c->InputTensor, 1) % c->InputTensor.Sizes[1];
}

//: variant each define A=type(InputTensor)
//: pass scale_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void scale_each(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)i));
  const A_VALUE y = x * c->Scale + c->Bias[channel_of(c, (uint)i)];
  A_STORE(y, OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}

// One item takes sixteen neighbours of the whole tensor, which may lie in several channels. Their
// biases are gathered first, and the product is not rounded.
//: variant sixteen define A=type(InputTensor)
//: pass scale_sixteen groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void scale_sixteen(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 16;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)16, count - first);
  const bool packed_in = is_packed(&c->InputTensor), packed_out = is_packed(&c->OutputTensor);
  float elements[16] = {0}, biases[16] = {0};
  for (uint k = 0; k < lanes; ++k) {
    elements[k] = A_LOAD(InputTensor, place_of(&c->InputTensor, packed_in, (uint)first + k));
    biases[k] = c->Bias[channel_of(c, (uint)first + k)];
  }
  const float16 y = fma(vload16(0, elements), (float16)(c->Scale), vload16(0, biases));
  vstore16(y, 0, elements);
  for (uint k = 0; k < lanes; ++k)
    A_STORE(elements[k], OutputTensor, place_of(&c->OutputTensor, packed_out, (uint)first + k));
}

// A group takes a channel of a batch. One item brings Scale and the channel's bias into local memory.
// A group beyond the last channel has no elements; it does not return, since PoCL 3.1 may then run the
// loop for all items (conformance/known/POCL.md).
//: variant channels define A=type(InputTensor)
//: pass scale_channels groups OutputTensor.Sizes[0] * OutputTensor.Sizes[1] local 32
#define ITEMS 32

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void scale_channels(
    CASES, global const A* InputTensor, global A* OutputTensor) {
  local float factors[2];
  CASE_SPACE const Case* c = CASE;
  const uint plane = inner_size(&c->InputTensor, 1);
  const uint channel = (uint)get_group_id(0);
  const uint count = channel < element_count(&c->OutputTensor) / plane ? plane : 0;
  if (get_local_id(0) == ITEMS - 1) {
    factors[0] = c->Scale;
    factors[1] = c->Bias[channel % c->InputTensor.Sizes[1]];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_id(0); k < count; k += ITEMS) {
    const uint i = channel * plane + k;
    const float product = A_LOAD(InputTensor, offset_of(&c->InputTensor, i)) * factors[0];
    A_STORE(product + factors[1], OutputTensor, offset_of(&c->OutputTensor, i));
  }
}
