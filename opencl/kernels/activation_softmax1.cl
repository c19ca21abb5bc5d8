#define RESULT(x, sum) (exp(x) / (sum))
//: include axes.clh
//: include softmax.clh
