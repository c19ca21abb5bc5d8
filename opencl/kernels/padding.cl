// The value is converted to the type of the tensor: integers are truncated, FLOAT16 is rounded.
#define STORE_PADDING(c, to, at) A_STORE((A_VALUE)(c)->PaddingValue, (global A*)(to), at)

//: include padding.clh
