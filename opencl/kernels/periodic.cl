// An operator's formula of each element, by the built-in functions of scalars alone. Those of vectors
// reduce all lanes alike in PoCL 3.1 (conformance/known/POCL.md); `assay ulps` measures them.

//: include one_input.clh

//: variant each define A=type(InputTensor)
//: include each.clh

// The same as `each` in double precision, by the built-in functions of doubles.
//: variant double define A=double(InputTensor)
//: include each.clh

// The same with halves, by their built-in functions: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include each.clh
