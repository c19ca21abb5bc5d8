// An operator's formula of an element and of its parameter. Output may be the input's own memory: an item
// reads its elements before it writes their places.

#define FIRST InputTensor
#define SECOND SlopeTensor
//: include two_inputs.clh

//: variant each define A=type(InputTensor)
//: include each.clh

// One item takes four neighbours, with the operations of vectors.
//: variant four define A=type(InputTensor)
//: include four_of_two.clh

// The same as `each` in double precision, by the built-in functions of doubles.
//: variant double define A=double(InputTensor)
//: include each.clh

//: variant double_four define A=double(InputTensor)
//: include four_of_two.clh

// The same with halves, by their built-in functions: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include each.clh

//: variant half_four define A=half(InputTensor)
//: include four_of_two.clh
