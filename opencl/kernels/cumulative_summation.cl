// Running sums along an axis, from either end. Output may be the input's own memory: an element is
// read before its place is written, by the same item. FLOAT16 is summed in float.

// Where a row's first element lies: `row` counts the coordinates of all dimensions but the axis.
static ulong row_start(TENSOR* t, uint axis, uint row) {
  ulong offset = t->base;
  for (uint i = t->DimensionCount; i-- > 0;) {
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

// One group a row, by tiles of 64 with a carry. An exclusive sum is the left neighbour's inclusive
// one, never a difference, which infinities would spoil.
//: variant scan define A=type(InputTensor)
//: pass scan_row groups product(InputTensor.Sizes) / InputTensor.Sizes[Axis] local 64
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void scan_row(
    CASES, global const A* InputTensor, global A* OutputTensor) {
  local A_VALUE sums[64];
  CASE_SPACE const Case* c = CASE;
  const uint axis = c->Axis;
  const ulong length = c->InputTensor.Sizes[axis];
  const size_t row = get_group_id(0);
  if (row >= element_count(&c->InputTensor) / length) return;
  const uint me = get_local_id(0);
  const ulong from = row_start(&c->InputTensor, axis, row);
  const ulong to = row_start(&c->OutputTensor, axis, row);
  A_VALUE carry = 0;
  for (ulong tile = 0; tile < length; tile += 64) {
    const ulong k = tile + me;
    const ulong at = c->AxisDirection == AxisDirection_DECREASING ? length - 1 - k : k;
    sums[me] = k < length ? A_LOAD(InputTensor, from + at * c->InputTensor.Strides[axis]) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint reach = 1; reach < 64; reach *= 2) {
      const A_VALUE earlier = me >= reach ? sums[me - reach] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      sums[me] += earlier;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    A_VALUE sum = carry;
    if (!c->HasExclusiveSum)
      sum += sums[me];
    else if (me > 0)
      sum += sums[me - 1];
    if (k < length) A_STORE(sum, OutputTensor, to + at * c->OutputTensor.Strides[axis]);
    carry += sums[63];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
