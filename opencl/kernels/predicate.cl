// An operator's condition of each element: 1 where it holds, 0 where it does not.

// One item an element.
//: variant each define A=type(InputTensor) B=width(OutputTensor)
//: pass compute_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void compute_each(CASES, global const A* InputTensor,
                         global B* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, i));
  OutputTensor[offset_of(&c->OutputTensor, i)] = formula(c, x) ? 1 : 0;
}

// One item takes four neighbours.
//: variant run define A=type(InputTensor) B=width(OutputTensor)
//: pass compute_run groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void compute_run(CASES, global const A* InputTensor,
                        global B* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  for (ulong i = first; i < min(first + 4, (ulong)count); ++i) {
    const A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, i));
    OutputTensor[offset_of(&c->OutputTensor, i)] = formula(c, x) ? 1 : 0;
  }
}
