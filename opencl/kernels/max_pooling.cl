#define DILATION(c, d) 1u
#define PRECEDES(a, b) ((a) > (b))
//: include finds.clh
//: include max_pooling.clh
