#define DILATION(c, i) 1
//: include lp_pooling.clh
