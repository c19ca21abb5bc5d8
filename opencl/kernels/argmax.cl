// Whether a stands before b.
#define PRECEDES(a, b) ((a) > (b))

//: include arg_extreme.clh
