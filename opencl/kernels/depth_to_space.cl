#define DEPTH_LAST 0
//: include blocks.clh
//: include depth_to_space.clh
