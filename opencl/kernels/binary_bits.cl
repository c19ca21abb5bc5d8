// An operator's formula of the bits of two elements. Output may be the first input's own memory.

// One item an element.
//: variant each define A=width(ATensor)
//: pass compute_each groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void compute_each(CASES, global const A* ATensor, global const A* BTensor,
                         global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const A a = ATensor[offset_of(&c->ATensor, i)];
  const A b = BTensor[offset_of(&c->BTensor, i)];
  OutputTensor[offset_of(&c->OutputTensor, i)] = (A)formula(c, a, b);
}

// One item takes four neighbours.
//: variant run define A=width(ATensor)
//: pass compute_run groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
kernel void compute_run(CASES, global const A* ATensor, global const A* BTensor,
                        global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint count = element_count(&c->OutputTensor);
  const ulong first = (ulong)get_global_id(0) * 4;
  for (ulong i = first; i < min(first + 4, (ulong)count); ++i) {
    const A a = ATensor[offset_of(&c->ATensor, i)];
    const A b = BTensor[offset_of(&c->BTensor, i)];
    OutputTensor[offset_of(&c->OutputTensor, i)] = (A)formula(c, a, b);
  }
}
