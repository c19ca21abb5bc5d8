#define DILATION(c, d) (c)->Dilations[d]
#define WITH_INDICES
//: include max_pooling.clh
