// Powers. A is the type of the bases, E that of the exponents.

#if A_DATA_TYPE == FLOAT32 || A_DATA_TYPE == FLOAT16
#define FLOATS 1
#else
#define FLOATS 0
#endif
#if E_DATA_TYPE == FLOAT32 || E_DATA_TYPE == FLOAT16
#define FLOAT_EXPONENTS 1
#else
#define FLOAT_EXPONENTS 0
#endif

#if FLOATS
static A_VALUE base_of(CASE_SPACE const Case* c, A_VALUE x) {
  return c->ScaleBias.present ? x * c->ScaleBias.Scale + c->ScaleBias.Bias : x;
}
#endif

// The low bits of a power, by squares; 1 for an exponent that is no integer from 0 on.
static ulong power_of(ulong base, ulong exponent) {
  ulong power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) power *= base;
    base *= base;
  }
  return power;
}

//: variant each define A=type(InputTensor) E=type(ExponentTensor)
//: include element_wise_pow_each.clh

// The same in double precision.
//: variant double define A=double(InputTensor) E=type(ExponentTensor)
//: include element_wise_pow_each.clh

// Four neighbours an item. Floats are raised by the built-in function of vectors, integers by eight
// steps for each byte of the exponent, in which a lane is multiplied where its bit is set.
//: variant four define A=type(InputTensor) E=type(ExponentTensor)
//: pass raise_four groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void raise_four(CASES, global const A* InputTensor, global const E* ExponentTensor,
                       global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)4, count - first);
  A_VALUE base[4] = {1, 1, 1, 1};
  E_VALUE exponent[4] = {1, 1, 1, 1};
  for (uint k = 0; k < lanes; ++k) {
    base[k] = A_LOAD(InputTensor, offset_of(&c->InputTensor, (uint)first + k));
    exponent[k] = E_LOAD(ExponentTensor, offset_of(&c->ExponentTensor, (uint)first + k));
  }
#if FLOATS
  float exponents[4];
  for (uint k = 0; k < 4; ++k) {
    base[k] = base_of(c, base[k]);
    exponents[k] = (float)exponent[k];
  }
  const float4 y = pow(vload4(0, base), vload4(0, exponents));
  vstore4(y, 0, base);
#else
  uint bases[4], exponents[4];
  for (uint k = 0; k < 4; ++k) {
    bases[k] = (uint)base[k];
    exponents[k] = FLOAT_EXPONENTS || !(exponent[k] > 0) ? 0 : (uint)exponent[k];
  }
  uint4 power = (uint4)(1), square = vload4(0, bases);
  const uint4 bits = vload4(0, exponents);
  for (uint bit = 0; bit < 8 * sizeof(E_VALUE); ++bit) {
    power = select(power, power * square, (bits << (31 - bit)) & 0x80000000u);
    square *= square;
  }
  vstore4(power, 0, bases);
  for (uint k = 0; k < 4; ++k) base[k] = (A_VALUE)bases[k];
#endif
  for (uint k = 0; k < lanes; ++k)
    A_STORE(base[k], OutputTensor, offset_of(&c->OutputTensor, (uint)first + k));
}
