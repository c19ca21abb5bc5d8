// An operator's formula of two elements. Output may be the first input's own memory: an item reads its
// elements before it writes their places.

#define INPUTS global const A* ATensor, global const A* BTensor
#define RESULT A
#define COMPUTE(i) \
  A_STORE(formula(c, A_LOAD(ATensor, offset_of(&c->ATensor, i)), \
                  A_LOAD(BTensor, offset_of(&c->BTensor, i))), \
          OutputTensor, offset_of(&c->OutputTensor, i))

//: variant each define A=type(ATensor)
//: include each.clh

// One item takes four neighbours, with the operations of vectors.
//: variant four define A=type(ATensor)
//: pass compute_four groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
#define LOAD_LANES(x, tensor, buffer)                                              \
  A_VALUE4 x;                                                                      \
  if (lanes == 4 && is_packed(tensor)) {                                           \
    x = A_LOAD4(buffer, (tensor)->base + first);                                   \
  } else {                                                                         \
    A_VALUE lane[4] = {1, 1, 1, 1};                                                \
    for (uint k = 0; k < lanes; ++k)                                               \
      lane[k] = A_LOAD(buffer, offset_of(tensor, first + k));                      \
    x = vload4(0, lane);                                                           \
  }

kernel void compute_four(CASES, global const A* ATensor, global const A* BTensor,
                         global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  if (first >= count) return;
  const uint lanes = (uint)min((ulong)4, count - first);
  LOAD_LANES(a, &c->ATensor, ATensor)
  LOAD_LANES(b, &c->BTensor, BTensor)
  const A_VALUE4 y = formula4(c, a, b);
  const bool packed = is_packed(&c->OutputTensor);
  if (packed && lanes == 4) {
    A_STORE4(y, OutputTensor, c->OutputTensor.base + first);
    return;
  }
  A_VALUE lane[4];
  vstore4(y, 0, lane);
  for (uint k = 0; k < lanes; ++k)
    A_STORE(lane[k], OutputTensor, place_of(&c->OutputTensor, packed, first + k));
}
