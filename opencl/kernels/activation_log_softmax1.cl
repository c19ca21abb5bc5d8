#define RESULT(x, sum) ((x) - log(sum))
//: include axes.clh
//: include softmax.clh
