// An operator's formula of two elements. Output may be the first input's own memory: an item reads its
// elements before it writes their places.

#define FIRST ATensor
#define SECOND BTensor
//: include two_inputs.clh

//: variant each define A=type(ATensor)
//: include each.clh

// One item takes four neighbours, with the operations of vectors.
//: variant four define A=type(ATensor)
//: include four_of_two.clh

// The same as `each` in double precision, by the built-in functions of doubles.
//: variant double define A=double(ATensor)
//: include each.clh

//: variant double_four define A=double(ATensor)
//: include four_of_two.clh

// The same with halves, by their built-in functions: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(ATensor)
//: include each.clh

//: variant half_four define A=half(ATensor)
//: include four_of_two.clh
