#define RESULT(x, sum) (exp(x) / (sum))
#define IS_REDUCED(c, d) (d == c->InputTensor.DimensionCount - 1)
//: include sequences.clh
//: include tree.clh
//: include fours.clh
//: include softmax.clh
