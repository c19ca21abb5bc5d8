//: include window.clh
#define START(c, d) window_start(c, d)
#define STRIDE(c, d) (long)c->InputWindowStrides[d]
//: include slice.clh
