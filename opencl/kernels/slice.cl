#define START(c, d) (long)c->Offsets[d]
#define STRIDE(c, d) (long)c->Strides[d]
//: include slice.clh
