// Running sums along an axis, from either end. Output may be the input's own memory: an element is
// read before its place is written, by the same item. FLOAT16 is summed in float.

// Where a row's first element lies: `row` counts the coordinates of all dimensions but the axis.
static ulong row_start(TENSOR* t, uint axis, uint row) {
  ulong offset = t->base;
  for (uint i = t->DimensionCount; row != 0 && i-- > 0;) {
    if (i == axis) continue;
    const uint size = t->Sizes[i];
    offset += (ulong)(row % size) * t->Strides[i];
    row /= size;
  }
  return offset;
}

// One item a row.
//: variant serial define A=type(InputTensor)
//: pass sum_row groups (product(InputTensor.Sizes) / InputTensor.Sizes[Axis] + local - 1) / local
kernel void sum_row(CASES, global const A* InputTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint axis = c->Axis;
  const uint length = c->InputTensor.Sizes[axis];
  const size_t row = get_global_id(0);
  if (row >= element_count(&c->InputTensor) / length) return;
  const ulong from = row_start(&c->InputTensor, axis, row);
  const ulong to = row_start(&c->OutputTensor, axis, row);
  A_VALUE sum = 0;
  for (uint k = 0; k < length; ++k) {
    const ulong at = c->AxisDirection == AxisDirection_DECREASING ? length - 1 - k : k;
    const A_VALUE x = A_LOAD(InputTensor, from + at * c->InputTensor.Strides[axis]);
    const A_VALUE next = sum + x;
    A_STORE(c->HasExclusiveSum ? sum : next, OutputTensor,
            to + at * c->OutputTensor.Strides[axis]);
    sum = next;
  }
}

// One group a row, or as many short rows as it has items for. An item sums a run of RUN elements;
// a scan in local memory gives it the sum of the runs before its own; a tile of a long row carries
// its sum into the next. An exclusive sum is what the sum was before, never a difference, which
// infinities would spoil.
//: variant scan define A=type(InputTensor)
//: pass scan_rows groups (product(InputTensor.Sizes) / InputTensor.Sizes[Axis] + 64 / min(64, (InputTensor.Sizes[Axis] + 3) / 4) - 1) / (64 / min(64, (InputTensor.Sizes[Axis] + 3) / 4)) local 64
#define ITEMS 64
#define RUN 4

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void scan_rows(
    CASES, global const A* InputTensor, global A* OutputTensor) {
  local A_VALUE sums[2][ITEMS];
  CASE_SPACE const Case* c = CASE;
  const uint axis = c->Axis;
  const uint length = c->InputTensor.Sizes[axis];
  const uint rows = (uint)(element_count(&c->InputTensor) / length);
  const uint items = min((uint)ITEMS, (length - 1) / RUN + 1);
  const uint at_once = ITEMS / items;
  if (get_group_id(0) * at_once >= rows) return;
  const uint me = get_local_id(0);
  const uint place = me % items;
  const uint row = (uint)get_group_id(0) * at_once + me / items;
  const bool busy = me < at_once * items && row < rows;
  const bool decreasing = c->AxisDirection == AxisDirection_DECREASING;
  const uint in_stride = c->InputTensor.Strides[axis];
  const uint out_stride = c->OutputTensor.Strides[axis];
  const ulong from = busy ? row_start(&c->InputTensor, axis, row) : 0;
  const ulong to = busy ? row_start(&c->OutputTensor, axis, row) : 0;
  uint side = 0;
  A_VALUE carry = 0;
  for (ulong tile = 0; tile < length; tile += ITEMS * RUN) {
    const ulong first = tile + place * RUN;
    const uint count = busy && first < length ? (uint)min((ulong)RUN, length - first) : 0;
    A_VALUE run[RUN], sum = 0;
    for (uint i = 0; i < count; ++i) {
      const ulong k = decreasing ? length - 1 - (first + i) : first + i;
      run[i] = A_LOAD(InputTensor, from + k * in_stride);
      sum += run[i];
    }
    for (uint reach = 1; reach < items; reach *= 2) {
      sums[side][me] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (place >= reach) sum += sums[side][me - reach];
      side ^= 1;
    }
    sums[side][me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = carry;
    if (place > 0) sum += sums[side][me - 1];
    for (uint i = 0; i < count; ++i) {
      const ulong k = decreasing ? length - 1 - (first + i) : first + i;
      const A_VALUE next = sum + run[i];
      A_STORE(c->HasExclusiveSum ? sum : next, OutputTensor, to + k * out_stride);
      sum = next;
    }
    carry += sums[side][ITEMS - 1];
    side ^= 1;
  }
}
