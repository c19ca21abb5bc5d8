// An operator's formula of the bits of each element, as a number of another type.

#define INPUTS global const A* InputTensor
#define RESULT B
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = (B)formula(c, InputTensor[offset_of(&c->InputTensor, i)])

//: variant each define A=width(InputTensor) B=width(OutputTensor)
//: include each.clh

//: variant run define A=width(InputTensor) B=width(OutputTensor)
//: include bits.clh
#define LOAD_INPUTS LOAD_LANES(x, &c->InputTensor, InputTensor)
#define COMPUTED JOIN(JOIN(convert_, B), 4)(formula4(c, x))
//: include run.clh

// The bits of one element are counted by halves, in fields of two, four and eight bits; the upper half of a
// product adds up the bytes.
//: variant halves define A=width(InputTensor) B=width(OutputTensor)
//: pass count_by_halves groups (product(OutputTensor.Sizes) + local - 1) / local
#define BYTES_OF(byte) ((A)(ULONG_MAX / 255 * (byte)))

kernel void count_by_halves(CASES, INPUTS, global B* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  A x = InputTensor[offset_of(&c->InputTensor, i)];
  x = (A)(x - (x >> 1 & BYTES_OF(0x55)));
  x = (A)((x & BYTES_OF(0x33)) + (x >> 2 & BYTES_OF(0x33)));
  x = (A)(x + (x >> 4) & BYTES_OF(0x0f));
  // The product's upper half has the sum of all bytes but the lowest.
  const A above = mul_hi(x, (A)(BYTES_OF(0x01) << 8));
  OutputTensor[offset_of(&c->OutputTensor, i)] = (B)((above & 0xff) + (x & 0xff));
}

// The highest bit that is set is turned to the lowest place and cleared, until none is left.
//: variant leading define A=width(InputTensor) B=width(OutputTensor)
//: pass count_leading groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void count_leading(CASES, INPUTS, global B* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  A x = InputTensor[offset_of(&c->InputTensor, i)];
  uint count = 0;
  for (; x != 0; ++count) x = (A)(rotate(x, (A)(clz(x) + 1)) & ~(A)1);
  OutputTensor[offset_of(&c->OutputTensor, i)] = (B)count;
}
