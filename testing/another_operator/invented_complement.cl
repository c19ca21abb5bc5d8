// One element an item.
//: variant bits define T=width(InputTensor)
//: pass invert_bits groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void invert_bits(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  OutputTensor[offset_of(&c->OutputTensor, i)] = ~InputTensor[offset_of(&c->InputTensor, i)];
}

// Byte by byte.
//: variant bytes define T=width(InputTensor)
//: pass invert_bytes groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void invert_bytes(CASES, global const T* InputTensor, global T* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  global const uchar* from = (global const uchar*)(InputTensor + offset_of(&c->InputTensor, i));
  global uchar* to = (global uchar*)(OutputTensor + offset_of(&c->OutputTensor, i));
  for (uint k = 0; k < sizeof(T); ++k) to[k] = ~from[k];
}
