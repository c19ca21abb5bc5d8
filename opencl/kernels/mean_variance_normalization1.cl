//: include axes.clh
//: include mean_variance.clh
