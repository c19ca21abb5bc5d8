//: include reduced.clh

//: variant serial define A=type(InputTensor) U=width(InputTensor)
//: include reduce_serial.clh

// The same in double precision.
//: variant double define A=double(InputTensor) U=width(InputTensor)
//: include reduce_serial.clh

// The same in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(InputTensor) U=width(InputTensor)
//: include reduce_serial.clh

// One group an output element. Each item takes every 64th element; then the items' parts are joined
// in pairs. The parts stand in local memory: where items hold them in private variables across barriers,
// PoCL 3.1 gives wrong elements now and then, in batches of thousands of groups.
//: variant tree define A=type(InputTensor) U=width(InputTensor)
//: sums (n + 63) / 64 + 5
#define ADD_SQUARE(sum, x) mad(x, x, sum)
#define ITEMS 64
//: include reduce.clh
//: pass reduce_tree groups product(OutputTensor.Sizes) local 64
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void reduce_tree(
    CASES, global const A* InputTensor, global void* OutputTensor) {
  local A_VALUE values[ITEMS];
  local uint indices[ITEMS];
  CASE_SPACE const Case* c = CASE;
  const uint outputs = element_count(&c->OutputTensor), me = (uint)get_local_id(0);
  for (uint i = get_group_id(0); i < outputs; i += get_num_groups(0)) {
    const ulong first = first_of(c, i);
    A_VALUE value = 0, shift = 0;
    uint at = NOTHING;
#if IS_FLOAT
    const bool shifts = c->Function == FUNCTION_LOG_SUM_EXP;
    if (shifts) fold(c, InputTensor, first, me, ITEMS, FUNCTION_MAX, 0, &value, &at);
    values[me] = value;
    indices[me] = at;
    join_by_tree(FUNCTION_MAX, values, indices);
    if (shifts) shift = shift_of(values[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    fold(c, InputTensor, first, me, ITEMS, c->Function, shift, &value, &at);
    values[me] = value;
    indices[me] = at;
    join_by_tree(c->Function, values, indices);
    if (me == 0) store_result(c, values[0], indices[0], shift, OutputTensor, i);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// One item an output element, which adds four elements at a time, with the operations of vectors, and
// then joins the lanes. Indices have no vectors.
//: variant serial4 define A=type(InputTensor) U=width(InputTensor)
//: sums n - n / 4 * 3 + 2
#define ADD_SQUARE(sum, x) fma(x, x, sum)
//: include reduce.clh
#define A_VALUE4 JOIN(A_VALUE, 4)
#if IS_FLOAT
#define PLUS4(a, b) ((a) + (b))
#define TIMES4(a, b) ((a) * (b))
#define MAGNITUDE4(x) fabs(x)
#define ADD_SQUARE4(sum, x) fma(x, x, sum)
#define MAX4(a, b) fmax(a, b)
#define MIN4(a, b) fmin(a, b)
#else
#define SIGNED4(x) JOIN(as_, A_VALUE4)(x)
#define UNSIGNED4(x) JOIN(as_, JOIN(U, 4))(x)
#define PLUS4(a, b) SIGNED4(UNSIGNED4(a) + UNSIGNED4(b))
#define TIMES4(a, b) SIGNED4(UNSIGNED4(a) * UNSIGNED4(b))
#define MAGNITUDE4(x) SIGNED4(abs(x))
#define ADD_SQUARE4(sum, x) PLUS4(sum, TIMES4(x, x))
#define MAX4(a, b) max(a, b)
#define MIN4(a, b) min(a, b)
#endif

static A_VALUE4 four_terms_of(uint function, A_VALUE4 x, A_VALUE shift) {
  switch (function) {
    case FUNCTION_L1:
      return MAGNITUDE4(x);
    case FUNCTION_L2:
    case FUNCTION_SUM_SQUARE:
      return TIMES4(x, x);
#if IS_FLOAT
    case FUNCTION_LOG_SUM_EXP:
      return exp(x - shift);
#endif
    default:
      return x;
  }
}

static A_VALUE4 with_four(uint function, A_VALUE4 part, A_VALUE4 x, A_VALUE shift) {
  switch (function) {
    case FUNCTION_MAX:
      return MAX4(part, x);
    case FUNCTION_MIN:
      return MIN4(part, x);
    case FUNCTION_MULTIPLY:
      return TIMES4(part, x);
    case FUNCTION_L2:
    case FUNCTION_SUM_SQUARE:
      return ADD_SQUARE4(part, x);
    default:
      return PLUS4(part, four_terms_of(function, x, shift));
  }
}

// The four elements from `k` on.
static A_VALUE4 four_elements(CASE_SPACE const Case* c, global const A* InputTensor, ulong first,
                              uint k) {
  A_VALUE lanes[4];
  for (uint lane = 0; lane < 4; ++lane)
    lanes[lane] = A_LOAD(InputTensor, first + distance_of(c, k + lane));
  return vload4(0, lanes);
}

static void fold_by_fours(CASE_SPACE const Case* c, global const A* InputTensor, ulong first,
                          uint function, A_VALUE shift, A_VALUE* value, uint* at) {
  const uint length = length_of(c), fours = length / 4;
  *value = 0;
  *at = NOTHING;
  if (fours > 0) {
    A_VALUE4 sum = four_terms_of(function, four_elements(c, InputTensor, first, 0), shift);
    for (uint four = 1; four < fours; ++four)
      sum = with_four(function, sum, four_elements(c, InputTensor, first, 4 * four), shift);
    A_VALUE lanes[4];
    vstore4(sum, 0, lanes);
    for (uint lane = 0; lane < 4; ++lane) join(function, value, at, lanes[lane], lane);
  }
  for (uint k = 4 * fours; k < length; ++k)
    add_element(function, value, at, A_LOAD(InputTensor, first + distance_of(c, k)), k, shift);
}

//: pass reduce_serial4 groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void reduce_serial4(CASES, global const A* InputTensor, global void* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const ulong first = first_of(c, (uint)i);
  A_VALUE value, shift = 0;
  uint at;
  if (c->Function == FUNCTION_LOG_SUM_EXP) {
    fold_by_fours(c, InputTensor, first, FUNCTION_MAX, 0, &value, &at);
    shift = shift_of(value);
  }
  if (c->Function == FUNCTION_ARGMAX || c->Function == FUNCTION_ARGMIN)
    fold(c, InputTensor, first, 0, 1, c->Function, 0, &value, &at);
  else
    fold_by_fours(c, InputTensor, first, c->Function, shift, &value, &at);
  store_result(c, value, at, shift, OutputTensor, (uint)i);
}

// Sums and extremes of integers of up to 32 bits are joined by atomics in global memory: the first pass
// takes the first element of each output element, the second all others, one an item. All else is left
// to one item an output element in the last pass.
//: variant atomic define A=type(InputTensor) U=width(InputTensor)
//: scratch Joined uint product(OutputTensor.Sizes)
#define ADD_SQUARE(sum, x) ((sum) + (x) * (x))
//: include reduce.clh
#define IS_WIDE (A_DATA_TYPE == INT64 || A_DATA_TYPE == UINT64)
#if A_DATA_TYPE == INT32 || A_DATA_TYPE == INT16 || A_DATA_TYPE == INT8
#define ORDERED int
#else
#define ORDERED uint
#endif

static bool is_atomic(uint function) {
#if IS_FLOAT || IS_WIDE
  return false;
#else
  return function != FUNCTION_ARGMAX && function != FUNCTION_ARGMIN &&
         function != FUNCTION_MULTIPLY;
#endif
}

//: pass reduce_first groups (product(OutputTensor.Sizes) + local - 1) / local
//: pass reduce_others groups (product(InputTensor.Sizes) + local - 1) / local
//: pass reduce_last groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void reduce_first(CASES, global const A* InputTensor, global uint* Joined) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor) || !is_atomic(c->Function)) return;
  const A_VALUE x = A_LOAD(InputTensor, first_of(c, (uint)i));
  Joined[c->Joined + i] = (uint)term_of(c->Function, x, 0);
}

kernel void reduce_others(CASES, global const A* InputTensor, global uint* Joined) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->InputTensor) || !is_atomic(c->Function)) return;
  const uint outputs = element_count(&c->OutputTensor), output = (uint)i % outputs;
  const uint k = (uint)i / outputs;
  if (k == 0) return;
  const A_VALUE x = A_LOAD(InputTensor, first_of(c, output) + distance_of(c, k));
  const A_VALUE term = term_of(c->Function, x, 0);
  volatile global uint* const all = &Joined[c->Joined + output];
  if (c->Function == FUNCTION_MAX)
    atomic_max((volatile global ORDERED*)all, (ORDERED)term);
  else if (c->Function == FUNCTION_MIN)
    atomic_min((volatile global ORDERED*)all, (ORDERED)term);
  else
    atomic_add(all, (uint)term);
}

kernel void reduce_last(CASES, global const A* InputTensor, global void* OutputTensor,
                        global const uint* Joined) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  A_VALUE value, shift = 0;
  uint at = 0;
  if (is_atomic(c->Function))
    value = (A_VALUE)Joined[c->Joined + i];
  else
    fold_all(c, InputTensor, (uint)i, &value, &at, &shift);
  store_result(c, value, at, shift, OutputTensor, (uint)i);
}
