#define DEPTH_LAST 0
//: include blocks.clh
//: include images.clh
//: include space_to_depth.clh
