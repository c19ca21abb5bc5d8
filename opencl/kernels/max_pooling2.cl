#define DILATION(c, d) (c)->Dilations[d]
#define WITH_INDICES
#define PRECEDES(a, b) ((a) > (b))
//: include finds.clh
//: include max_pooling.clh
