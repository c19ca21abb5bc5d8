#define IS_REDUCED(c, d) (d >= 2 || (d == 1 && c->CrossChannel))
//: include mean_variance.clh
