#define RESULT(x, sum) ((x) - log(sum))
//: include axes.clh
//: include sequences.clh
//: include tree.clh
//: include fours.clh
//: include softmax.clh
