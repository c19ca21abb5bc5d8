// Element i is ValueStart + i * ValueDelta. Integers wrap: their bits are added in 64 bits, and the
// low ones are kept. FLOAT16 is calculated in float.

#define IS_FLOAT (A_DATA_TYPE == FLOAT16 || A_DATA_TYPE == FLOAT32)

// Stores element i.
#if IS_FLOAT
#define STORE_ELEMENT(c, i, to, at)                                             \
  A_STORE((i) == 0 ? A_SCALAR((c)->ValueStart)                                  \
                   : A_SCALAR((c)->ValueStart) + (A_VALUE)(i) * A_SCALAR((c)->ValueDelta), \
          to, at)
#else
#define STORE_ELEMENT(c, i, to, at) \
  (to)[at] = (A)((c)->ValueStart + (ulong)(i) * (c)->ValueDelta)
#endif

//: variant product define A=type(OutputTensor)
//: sums 1
//: pass fill_product groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void fill_product(CASES, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  STORE_ELEMENT(c, i, OutputTensor, offset_of(&c->OutputTensor, i));
}

// An item fills eight neighbours: the first by a product, the others by adding the delta.
//: variant steps define A=type(OutputTensor)
//: sums 8
//: pass fill_steps groups ((product(OutputTensor.Sizes) + 7) / 8 + local - 1) / local
kernel void fill_steps(CASES, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const bool packed = is_packed(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 8;
  if (first >= count) return;
#if IS_FLOAT
  const A_VALUE delta = A_SCALAR(c->ValueDelta);
  A_VALUE value = A_SCALAR(c->ValueStart);
  if (first > 0) value += (A_VALUE)first * delta;
#else
  const ulong delta = c->ValueDelta;
  ulong value = c->ValueStart + first * delta;
#endif
  for (uint i = (uint)first; i < count && i - first < 8; ++i) {
#if IS_FLOAT
    A_STORE(value, OutputTensor, place_of(&c->OutputTensor, packed, i));
#else
    OutputTensor[place_of(&c->OutputTensor, packed, i)] = (A)value;
#endif
    value += delta;
  }
}
