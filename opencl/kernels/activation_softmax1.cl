#define RESULT(x, sum) (exp(x) / (sum))
//: include axes.clh
//: include sequences.clh
//: include tree.clh
//: include fours.clh
//: include softmax.clh
