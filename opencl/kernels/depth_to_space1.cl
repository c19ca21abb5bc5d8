#define DEPTH_LAST (c->Order == ORDER_COLUMN_ROW_DEPTH)
//: include blocks.clh
//: include images.clh
//: include depth_to_space.clh
