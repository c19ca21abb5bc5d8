// An operator's formula of the bits of two elements. Output may be the first input's own memory.

#define INPUTS global const A* ATensor, global const A* BTensor
#define RESULT A
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = (A)formula( \
      c, ATensor[offset_of(&c->ATensor, i)], BTensor[offset_of(&c->BTensor, i)])

//: variant each define A=width(ATensor)
//: include each.clh

//: variant run define A=width(ATensor)
//: include bits.clh
#define LOAD_INPUTS                        \
  LOAD_LANES(a, &c->ATensor, ATensor)      \
  LOAD_LANES(b, &c->BTensor, BTensor)
#define COMPUTED formula4(c, a, b)
//: include run.clh
