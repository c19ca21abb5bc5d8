//: include arg_extreme.clh
