#define DILATION(c, d) 1u
#define WITH_INDICES
//: include max_pooling.clh
