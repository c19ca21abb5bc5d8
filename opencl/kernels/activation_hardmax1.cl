//: include axes.clh
//: include hardmax.clh
