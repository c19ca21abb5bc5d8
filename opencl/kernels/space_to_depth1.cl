#define DEPTH_LAST (c->Order == ORDER_COLUMN_ROW_DEPTH)
//: include space_to_depth.clh
