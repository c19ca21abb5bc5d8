// Whether a stands before b.
#define PRECEDES(a, b) ((a) < (b))

//: include reduced.clh
//: include arg_extreme.clh
