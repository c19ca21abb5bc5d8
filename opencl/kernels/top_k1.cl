// Whether a stands before b.
#define PRECEDES(a, b) (c->AxisDirection == AXIS_DIRECTION_DECREASING ? (a) > (b) : (a) < (b))

//: include top_k.clh
