#define BATCH_DIMENSIONS c->BatchDimensionCount
//: include tuples.clh
//: include gather_nd.clh
