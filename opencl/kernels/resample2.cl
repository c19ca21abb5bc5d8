#define COORDINATE(c, d, at)                                                  \
  (quotient_of((float)(at) - (c)->OutputPixelOffsets[d], (c)->Scales[d]) - \
   (c)->InputPixelOffsets[d])
#define NEAREST(c, d, at)                                      \
  ((c)->RoundingDirection == ROUNDING_DIRECTION_INCREASING     \
       ? ceil(COORDINATE(c, d, at)) : floor(COORDINATE(c, d, at)))
//: include resample.clh
