// (element - zero point) * scale, of which one that is left out is 0.

// The difference of two integers as a float. Beyond 2^24 it may be any.
#define DIFFERENCE(x, zero) (float)((long)(x) - (long)(zero))

//: variant each define X=type(InputTensor) A=type(ScaleTensor)
//: pass dequantize_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void dequantize_each(CASES, global const X* InputTensor, global const A* ScaleTensor,
                            global const X* ZeroPointTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  X zero = 0;
  if (is_present(&c->ZeroPointTensor))
    zero = ZeroPointTensor[offset_of(&c->ZeroPointTensor, (uint)i)];
  const X x = InputTensor[offset_of(&c->InputTensor, (uint)i)];
  const float scale = A_LOAD(ScaleTensor, offset_of(&c->ScaleTensor, (uint)i));
  A_STORE(DIFFERENCE(x, zero) * scale, OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}

// Sixteen neighbours an item, converted and multiplied as vectors.
//: variant sixteen define X=type(InputTensor) A=type(ScaleTensor)
//: pass dequantize_sixteen groups ((product(OutputTensor.Sizes) + 15) / 16 + local - 1) / local
kernel void dequantize_sixteen(CASES, global const X* InputTensor, global const A* ScaleTensor,
                               global const X* ZeroPointTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 16;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)16, count - first);
  X elements[16] = {0}, zeros[16] = {0};
  float results[16] = {0};
  for (uint k = 0; k < lanes; ++k) {
    elements[k] = InputTensor[offset_of(&c->InputTensor, (uint)first + k)];
    results[k] = A_LOAD(ScaleTensor, offset_of(&c->ScaleTensor, (uint)first + k));
    if (is_present(&c->ZeroPointTensor))
      zeros[k] = ZeroPointTensor[offset_of(&c->ZeroPointTensor, (uint)first + k)];
  }
  const long16 difference = convert_long16(vload16(0, elements)) - convert_long16(vload16(0, zeros));
  vstore16(convert_float16(difference) * vload16(0, results), 0, results);
  for (uint k = 0; k < lanes; ++k)
    A_STORE(results[k], OutputTensor, offset_of(&c->OutputTensor, (uint)first + k));
}
