#define DEPTH_LAST 0
//: include space_to_depth.clh
