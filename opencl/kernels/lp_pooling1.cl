#define DILATION(c, i) ((c)->Dilations[i])
//: include lp_pooling.clh
