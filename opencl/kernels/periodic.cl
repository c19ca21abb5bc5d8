// An operator's formula of each element, by the built-in functions of scalars alone. Those of vectors
// reduce all lanes alike in PoCL 3.1 (conformance/known/POCL.md); `assay ulps` measures them.

//: include one_input.clh

//: variant each define A=type(InputTensor)
//: include each.clh
