#define BATCH_DIMENSIONS 0
//: include tuples.clh
//: include gather_nd.clh
