#define DILATION(c, d) 1u
//: include max_pooling.clh
