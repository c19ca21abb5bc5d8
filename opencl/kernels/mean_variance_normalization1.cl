//: include axes.clh
//: include sequences.clh
//: include tree.clh
//: include fours.clh
//: include mean_variance.clh
