//: include axes.clh
//: include sequences.clh
//: include hardmax.clh
