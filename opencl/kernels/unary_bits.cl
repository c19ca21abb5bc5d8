// An operator's formula of the bits of each element. Output may be the input's own memory.

#define INPUTS global const A* InputTensor
#define RESULT A
#define COMPUTE(i) \
  OutputTensor[offset_of(&c->OutputTensor, i)] = (A)formula(c, InputTensor[offset_of(&c->InputTensor, i)])

//: variant each define A=width(InputTensor)
//: include each.clh

//: variant run define A=width(InputTensor)
//: include bits.clh
//: include lanes.clh
#define LOAD_INPUTS LOAD_LANES(x, &c->InputTensor, InputTensor)
#define COMPUTED formula4(c, x)
//: include run.clh
