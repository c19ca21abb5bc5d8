#define IS_REDUCED(c, d) (d == c->InputTensor.DimensionCount - 1)
//: include sequences.clh
//: include hardmax.clh
