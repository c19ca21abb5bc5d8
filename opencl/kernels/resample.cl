#define COORDINATE(c, d, at) (quotient_of((float)(at) + 0.5f, (c)->Scales[d]) - 0.5f)
#define NEAREST(c, d, at) floor(COORDINATE(c, d, at) + 0.5f)
//: include resample.clh
