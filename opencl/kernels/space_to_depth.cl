#define DEPTH_LAST 0
//: include blocks.clh
//: include space_to_depth.clh
