// An operator's condition of two elements: 1 where it holds, 0 where it does not.

#define INPUTS global const A* ATensor, global const A* BTensor
#define RESULT B
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = \
      formula(c, A_LOAD(ATensor, offset_of(&c->ATensor, i)), \
              A_LOAD(BTensor, offset_of(&c->BTensor, i))) ? 1 : 0

//: variant each define A=type(ATensor) B=width(OutputTensor)
//: include each.clh

// A lane is 1 or -1 where the condition holds; the lowest bit is kept.
//: variant run define A=type(ATensor) B=width(OutputTensor)
#define LOAD_INPUTS                        \
  LOAD_LANES(a, &c->ATensor, ATensor)      \
  LOAD_LANES(b, &c->BTensor, BTensor)
#define COMPUTED JOIN(JOIN(convert_, B), 4)(formula4(c, a, b)) & (B)1
//: include run.clh
