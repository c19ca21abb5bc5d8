#define RESULT(x, sum) (exp(x) / (sum))
#define IS_REDUCED(c, d) (d == c->InputTensor.DimensionCount - 1)
//: include softmax.clh
