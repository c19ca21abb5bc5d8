#define COORDINATE(c, d, at)                                                  \
  (quotient_of((float)(at) - (c)->OutputPixelOffsets[d], (c)->Scales[d]) - \
   (c)->InputPixelOffsets[d])
#define NEAREST(c, d, at) floor(COORDINATE(c, d, at) + 0.5f)
//: include resample.clh
