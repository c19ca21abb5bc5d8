// How much larger the output is along dimension d.
#define FACTOR(c, d)                                                          \
  ((d) + 1 == (c)->OutputTensor.DimensionCount   ? (c)->ScaleSize.Width  \
   : (d) + 2 == (c)->OutputTensor.DimensionCount ? (c)->ScaleSize.Height \
                                                 : 1u)
#define COORDINATE(c, d, at) (quotient_of((float)(at) + 0.5f, (float)FACTOR(c, d)) - 0.5f)
#define NEAREST(c, d, at) ((at) / FACTOR(c, d))
//: include resample.clh
