#define DEPTH_LAST 0
//: include blocks.clh
//: include images.clh
//: include depth_to_space.clh
