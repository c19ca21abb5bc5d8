// Whether a stands before b.
#define PRECEDES(a, b) ((a) > (b))

//: include top_k.clh
