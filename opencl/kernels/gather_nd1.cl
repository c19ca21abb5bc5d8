#define BATCH_DIMENSIONS c->BatchDimensionCount
//: include gather_nd.clh
