#define COMBINE(a, b) ((a) * (b))
#define IDENTITY 1
#define EXCLUSIVE c->HasExclusiveProduct
//: include cumulative.clh
