// The value's bits begin at the lowest of c->PaddingValue.
#define STORE_PADDING(c, to, at) (to)[at] = (T)(c)->PaddingValue

//: include padding.clh
