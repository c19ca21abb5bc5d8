// An operator's formula of each element, by the built-in functions of scalars alone. Those of vectors
// reduce all lanes alike in PoCL 3.1 (conformance/known/POCL.md); `assay ulps` measures them.

#define INPUTS global const A* InputTensor
#define RESULT A
#define COMPUTE(i) \
  A_STORE(formula(c, A_LOAD(InputTensor, offset_of(&c->InputTensor, i))), OutputTensor, \
          offset_of(&c->OutputTensor, i))

//: variant each define A=type(InputTensor)
//: include each.clh
