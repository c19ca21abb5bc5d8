// Each element is converted to the type of the output. FLOAT16 is loaded to float, and stored from
// float.

//: variant plain define A=type(InputTensor) B=type(OutputTensor)
#define CONVERTED(x) ((B_VALUE)(x))
//: include cast_each.clh

// What an integer type cannot hold becomes its least or its greatest value, and fractions are cut
// off.
//: variant saturated define A=type(InputTensor) B=type(OutputTensor)
#if B_DATA_TYPE == FLOAT16 || B_DATA_TYPE == FLOAT32 || B_DATA_TYPE == FLOAT64
#define CONVERTED JOIN(JOIN(convert_, B_VALUE), _rtz)
#else
#define CONVERTED JOIN(JOIN(convert_, B_VALUE), _sat_rtz)
#endif
//: include cast_each.clh

// An item converts four elements as one vector, to the nearest value. It stores them one by one
// where the output is strided.
//: variant vector define A=type(InputTensor) B=type(OutputTensor)
//: pass cast_vector groups ((product(OutputTensor.Sizes) + 3) / 4 + local - 1) / local
#if B_DATA_TYPE == FLOAT16 || B_DATA_TYPE == FLOAT32 || B_DATA_TYPE == FLOAT64
#define CONVERTED_FOUR JOIN(JOIN(convert_, B_VALUE), 4_rte)
#else
#define CONVERTED_FOUR JOIN(JOIN(convert_, B_VALUE), 4_sat_rte)
#endif

kernel void cast_vector(CASES, global const A* InputTensor, global B* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR *input = &c->InputTensor, *output = &c->OutputTensor;
  const uint all = element_count(output), first = (uint)get_global_id(0) * 4;
  if (get_global_id(0) >= (all - 1) / 4 + 1) return;
  const uint here = min(all - first, 4u);
  const bool packed = is_packed(input);
  A_VALUE from[4] = {0, 0, 0, 0};
  for (uint k = 0; k < here; ++k)
    from[k] = A_LOAD(InputTensor, place_of(input, packed, first + k));
  const JOIN(B_VALUE, 4) four = CONVERTED_FOUR(vload4(0, from));
#if B_DATA_TYPE != FLOAT16
  if (here == 4 && is_packed(output)) {
    vstore4(four, 0, OutputTensor + output->base + first);
    return;
  }
#endif
  B_VALUE to[4];
  vstore4(four, 0, to);
  for (uint k = 0; k < here; ++k) B_STORE(to[k], OutputTensor, offset_of(output, first + k));
}

// One program for all types: a number is loaded by the type of the input, and stored by that of
// the output.
//: variant by_switch needs cl_khr_fp64
//: pass cast_by_switch groups (product(OutputTensor.Sizes) + local - 1) / local
enum Kind { Signed, Unsigned, Floating };

typedef struct {
  enum Kind kind;
  long whole;
  double real;
} Number;

static Number loaded(uint data_type, global const void* from, ulong at) {
  switch (data_type) {
    case INT8:
      return (Number){Signed, ((global const char*)from)[at], 0};
    case INT16:
      return (Number){Signed, ((global const short*)from)[at], 0};
    case INT32:
      return (Number){Signed, ((global const int*)from)[at], 0};
    case INT64:
      return (Number){Signed, ((global const long*)from)[at], 0};
    case UINT8:
      return (Number){Unsigned, ((global const uchar*)from)[at], 0};
    case UINT16:
      return (Number){Unsigned, ((global const ushort*)from)[at], 0};
    case UINT32:
      return (Number){Unsigned, ((global const uint*)from)[at], 0};
    case UINT64:
      return (Number){Unsigned, as_long(((global const ulong*)from)[at]), 0};
    case FLOAT16:
      return (Number){Floating, 0, vload_half(at, (global const half*)from)};
    case FLOAT32:
      return (Number){Floating, 0, ((global const float*)from)[at]};
    default:
      return (Number){Floating, 0, ((global const double*)from)[at]};
  }
}

#define STORE_AS(type)                                                \
  ((global type*)to)[at] = x.kind == Floating   ? (type)x.real        \
                           : x.kind == Unsigned ? (type)(ulong)x.whole \
                                                : (type)x.whole

static void store(Number x, uint data_type, global void* to, ulong at) {
  switch (data_type) {
    case INT8:
      STORE_AS(char);
      break;
    case INT16:
      STORE_AS(short);
      break;
    case INT32:
      STORE_AS(int);
      break;
    case INT64:
      STORE_AS(long);
      break;
    case UINT8:
      STORE_AS(uchar);
      break;
    case UINT16:
      STORE_AS(ushort);
      break;
    case UINT32:
      STORE_AS(uint);
      break;
    case UINT64:
      STORE_AS(ulong);
      break;
    case FLOAT16: {
      const float value = x.kind == Floating   ? (float)x.real
                          : x.kind == Unsigned ? (float)(ulong)x.whole
                                               : (float)x.whole;
      vstore_half(value, at, (global half*)to);
      break;
    }
    case FLOAT32:
      STORE_AS(float);
      break;
    default:
      STORE_AS(double);
  }
}

kernel void cast_by_switch(CASES, global const void* InputTensor, global void* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const Number x = loaded(c->InputTensor.DataType, InputTensor, offset_of(&c->InputTensor, i));
  store(x, c->OutputTensor.DataType, OutputTensor, offset_of(&c->OutputTensor, i));
}
