// An operator's formula of the bits of each element, as a number of another type.

#define INPUTS global const A* InputTensor
#define RESULT B
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = (B)formula(c, InputTensor[offset_of(&c->InputTensor, i)])

//: variant each define A=width(InputTensor) B=width(OutputTensor)
//: include each.clh

//: variant run define A=width(InputTensor) B=width(OutputTensor)
//: include run.clh
