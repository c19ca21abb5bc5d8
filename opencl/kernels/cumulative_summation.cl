#define COMBINE(a, b) ((a) + (b))
#define IDENTITY 0
#define EXCLUSIVE c->HasExclusiveSum
//: include cumulative.clh
