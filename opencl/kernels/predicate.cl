// An operator's condition of each element: 1 where it holds, 0 where it does not.

#define INPUTS global const A* InputTensor
#define RESULT B
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = \
      formula(c, A_LOAD(InputTensor, offset_of(&c->InputTensor, i))) ? 1 : 0

//: variant each define A=type(InputTensor) B=width(OutputTensor)
//: include each.clh

// A lane is 1 or -1 where the condition holds; the lowest bit is kept.
//: variant run define A=type(InputTensor) B=width(OutputTensor)
#define LOAD_INPUTS LOAD_LANES(x, &c->InputTensor, InputTensor)
#define COMPUTED JOIN(JOIN(convert_, B), 4)(formula4(c, x)) & (B)1
//: include run.clh
