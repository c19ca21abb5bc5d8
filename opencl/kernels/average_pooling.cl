#define DILATION(c, i) 1
//: include average_pooling.clh
