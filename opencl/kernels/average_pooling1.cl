#define DILATION(c, i) ((c)->Dilations[i])
//: include average_pooling.clh
