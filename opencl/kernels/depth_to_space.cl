#define DEPTH_LAST 0
//: include depth_to_space.clh
