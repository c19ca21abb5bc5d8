// The value is converted to the type of the tensor: integers are truncated, FLOAT16 is rounded.

//: include diagonals.clh
//: variant bits define A=type(OutputTensor)
//: pass diagonal_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void diagonal_bits(CASES, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const bool filled = diagonal_of(&c->OutputTensor, (uint)i) == c->Offset;
  A_STORE((A_VALUE)(filled ? c->Value : 0.0f), OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}

// The zeros are written first, and then the diagonals over them, of each matrix one row an item.
//: variant passes define A=type(OutputTensor)
//: pass diagonal_zeros groups (product(OutputTensor.Sizes) + local - 1) / local
//: pass diagonal_values groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + local - 1) / local
kernel void diagonal_zeros(CASES, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  A_STORE((A_VALUE)0, OutputTensor, offset_of(&c->OutputTensor, (uint)i));
}
kernel void diagonal_values(CASES, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* output = &c->OutputTensor;
  const uint width = output->Sizes[output->DimensionCount - 1];
  const size_t row = get_global_id(0);
  if (row >= element_count(output) / width) return;
  const long x = (long)(row % output->Sizes[output->DimensionCount - 2]) + c->Offset;
  if (x < 0 || x >= width) return;
  A_STORE((A_VALUE)c->Value, OutputTensor, offset_of(output, (uint)row * width + (uint)x));
}
