#define TENSORS                                                                        \
  global const uchar *ConditionTensor, global const T *ATensor, global const T *BTensor, \
      global T *OutputTensor

// One item an element, of which only the chosen operand is loaded.
//: variant branch define T=width(ATensor)
//: pass choose_by_branch groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void choose_by_branch(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const ulong to = offset_of(&c->OutputTensor, (uint)i);
  if (ConditionTensor[offset_of(&c->ConditionTensor, (uint)i)] != 0)
    OutputTensor[to] = ATensor[offset_of(&c->ATensor, (uint)i)];
  else
    OutputTensor[to] = BTensor[offset_of(&c->BTensor, (uint)i)];
}

// Both operands are loaded, and mixed by a mask of bits.
//: variant mask define T=width(ATensor)
//: pass choose_by_mask groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void choose_by_mask(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const T a = ATensor[offset_of(&c->ATensor, (uint)i)];
  const T b = BTensor[offset_of(&c->BTensor, (uint)i)];
  const uchar condition = ConditionTensor[offset_of(&c->ConditionTensor, (uint)i)];
  const T mask = (T)0 - (T)(condition != 0);
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = (T)(b ^ ((a ^ b) & mask));
}

// Eight neighbours an item, by select of vectors.
//: variant eight define T=width(ATensor)
//: pass choose_eight groups ((product(OutputTensor.Sizes) + 7) / 8 + local - 1) / local
#define LANES JOIN(T, 8)
#define CONVERTED JOIN(JOIN(convert_, T), 8)

#define LOAD_LANES(type, name, buffer, tensor)                                     \
  type name[8] = {0};                                                              \
  if (lanes == 8 && is_packed(tensor)) {                                           \
    vstore8(vload8(0, buffer + (tensor)->base + first), 0, name);                  \
  } else {                                                                         \
    for (uint k = 0; k < lanes; ++k) name[k] = buffer[offset_of(tensor, (uint)first + k)]; \
  }

kernel void choose_eight(CASES, TENSORS) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 8;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)8, count - first);
  LOAD_LANES(uchar, condition, ConditionTensor, &c->ConditionTensor)
  LOAD_LANES(T, a, ATensor, &c->ATensor)
  LOAD_LANES(T, b, BTensor, &c->BTensor)
  // A lane is chosen by its highest bit.
  const LANES zeros = CONVERTED(vload8(0, condition)) - (LANES)(1);
  const LANES held = ~(zeros & ~CONVERTED(vload8(0, condition)));
  const LANES chosen = select(vload8(0, b), vload8(0, a), held);
  if (lanes == 8 && is_packed(&c->OutputTensor)) {
    vstore8(chosen, 0, OutputTensor + c->OutputTensor.base + first);
    return;
  }
  T results[8];
  vstore8(chosen, 0, results);
  for (uint k = 0; k < lanes; ++k)
    OutputTensor[offset_of(&c->OutputTensor, (uint)first + k)] = results[k];
}
