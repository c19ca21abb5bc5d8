#define IS_REDUCED(c, d) (d >= 2 || (d == 1 && c->CrossChannel))
//: include sequences.clh
//: include tree.clh
//: include fours.clh
//: include mean_variance.clh
