// The value's bits begin at the lowest of c->Value, whatever its type.

//: include diagonals.clh
// Whether Value stands on a diagonal.
static bool is_filled(CASE_SPACE const Case* c, long diagonal) {
  const long begin = c->DiagonalFillBegin, end = c->DiagonalFillEnd;
  return begin <= end ? begin <= diagonal && diagonal < end : diagonal < end || begin <= diagonal;
}

//: variant bits define T=width(OutputTensor)
//: pass diagonal1_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void diagonal1_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t at = get_global_id(0);
  if (at >= element_count(&c->OutputTensor)) return;
  const uint i = (uint)at;
  T value = 0;
  if (is_filled(c, diagonal_of(&c->OutputTensor, i)))
    value = (T)c->Value;
  else if (is_present(&c->InputTensor))
    value = InputTensor[offset_of(&c->InputTensor, i)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = value;
}

// The input is copied first, or zeros are written; then the value goes over them.
//: variant passes define T=width(OutputTensor)
//: pass diagonal1_input groups (product(OutputTensor.Sizes) + local - 1) / local
//: pass diagonal1_value groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void diagonal1_input(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const bool present = is_present(&c->InputTensor);
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] =
      present ? InputTensor[offset_of(&c->InputTensor, (uint)i)] : 0;
}
kernel void diagonal1_value(CASES, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  if (is_filled(c, diagonal_of(&c->OutputTensor, (uint)i)))
    OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = (T)c->Value;
}
