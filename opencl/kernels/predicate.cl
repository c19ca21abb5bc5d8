// An operator's condition of each element: 1 where it holds, 0 where it does not.

#define INPUTS global const A* InputTensor
#define RESULT B
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = \
      formula(c, A_LOAD(InputTensor, offset_of(&c->InputTensor, i))) ? 1 : 0

//: variant each define A=type(InputTensor) B=width(OutputTensor)
//: include each.clh

//: variant run define A=type(InputTensor) B=width(OutputTensor)
//: include run.clh
