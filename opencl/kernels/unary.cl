// An operator's formula of each element. Output may be the input's own memory: an item reads its
// elements before it writes their places.

//: include one_input.clh

//: variant each define A=type(InputTensor)
//: include each.clh

//: variant four define A=type(InputTensor)
//: include four_of_one.clh

// The same as `each` in double precision, by the built-in functions of doubles.
//: variant double define A=double(InputTensor)
//: include each.clh

//: variant double_four define A=double(InputTensor)
//: include four_of_one.clh

// The same with halves, by their built-in functions: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor)
//: include each.clh

//: variant half_four define A=half(InputTensor)
//: include four_of_one.clh
