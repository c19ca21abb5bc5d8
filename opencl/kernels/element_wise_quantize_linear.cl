// The quotient of an element and its scale, rounded, with the zero point added, as an integer of 8
// bits.

#if B_DATA_TYPE == INT8
#define INTEGERS convert_char8_sat
#else
#define INTEGERS convert_uchar8_sat
#endif

#define TENSORS                                                        \
  global const A *InputTensor, global const S *ScaleTensor,            \
      global const B *ZeroPointTensor, global B *OutputTensor

// One item an element. The float is rounded and kept in range before it becomes an integer.
//: variant each define A=type(InputTensor) S=type(ScaleTensor) B=type(OutputTensor)
//: pass quantize_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void quantize_each(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  float zero = 0;
  if (is_present(&c->ZeroPointTensor))
    zero = (float)ZeroPointTensor[offset_of(&c->ZeroPointTensor, (uint)i)];
  const float x = (float)A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)i));
  const float scale = (float)S_LOAD(ScaleTensor, offset_of(&c->ScaleTensor, (uint)i));
  const float least = B_DATA_TYPE == INT8 ? -128 : 0;
  const float y = fmin(fmax(rint(x / scale) + zero, least), least + 255);
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = (B)(int)y;
}

// Eight neighbours an item. The conversion rounds, and another one keeps the sum in range.
//: variant eight define A=type(InputTensor) S=type(ScaleTensor) B=type(OutputTensor)
//: pass quantize_eight groups ((product(OutputTensor.Sizes) + 7) / 8 + local - 1) / local
kernel void quantize_eight(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 8;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)8, count - first);
  float x[8] = {0}, scale[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  int zeros[8] = {0};
  for (uint k = 0; k < lanes; ++k) {
    x[k] = (float)A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)first + k));
    scale[k] = (float)S_LOAD(ScaleTensor, offset_of(&c->ScaleTensor, (uint)first + k));
    if (is_present(&c->ZeroPointTensor))
      zeros[k] = ZeroPointTensor[offset_of(&c->ZeroPointTensor, (uint)first + k)];
  }
  const float8 quotient = vload8(0, x) / vload8(0, scale);
  const int8 sum = add_sat(convert_int8_sat_rte(quotient), vload8(0, zeros));
  B results[8];
  vstore8(INTEGERS(sum), 0, results);
  for (uint k = 0; k < lanes; ++k)
    OutputTensor[offset_of(&c->OutputTensor, (uint)first + k)] = results[k];
}
