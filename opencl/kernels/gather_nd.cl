#define BATCH_DIMENSIONS 0
//: include gather_nd.clh
