#define DEPTH_LAST (c->Order == ORDER_COLUMN_ROW_DEPTH)
//: include depth_to_space.clh
