#define START(c, d) (long)c->Offsets[d]
#define STRIDE(c, d) (long)c->Strides[d]
//: include images.clh
//: include sixteens.clh
//: include slice.clh

//: variant async define T=width(InputTensor)
//: include copies.clh
//: include slice_rows.clh
