//: include window.clh
#define START(c, d) window_start(c, d)
#define STRIDE(c, d) (long)c->InputWindowStrides[d]
//: include images.clh
//: include sixteens.clh
//: include slice.clh

//: variant async define T=width(InputTensor)
//: include copies.clh
//: include slice_rows.clh
