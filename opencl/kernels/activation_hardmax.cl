#define IS_REDUCED(c, d) (d == c->InputTensor.DimensionCount - 1)
//: include hardmax.clh
