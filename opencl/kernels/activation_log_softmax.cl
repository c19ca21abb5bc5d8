#define RESULT(x, sum) ((x) - log(sum))
#define IS_REDUCED(c, d) (d == c->InputTensor.DimensionCount - 1)
//: include softmax.clh
