// Elements that are not zero, in row-major order: their count, and the last N coordinates of each.
// By bits an element is zero where no bit but a float's sign is set, so denormals and NaN are not.

static bool is_nonzero(uint data_type, ulong bits, uint width) {
  const ulong sign = is_float(data_type) ? 1UL << (width - 1) : 0;
  return (bits & ~sign) != 0;
}

static void write_row(TENSOR* input, TENSOR* coordinates, global uint* to, uint row, uint index) {
  const uint columns = coordinates->Sizes[coordinates->DimensionCount - 1];
  const ulong row_stride = coordinates->Strides[coordinates->DimensionCount - 2];
  const ulong column_stride = coordinates->Strides[coordinates->DimensionCount - 1];
  const ulong first = coordinates->base + row * row_stride;
  for (uint k = 0; k < columns; ++k) {
    const uint size = input->Sizes[input->DimensionCount - 1 - k];
    to[first + (columns - 1 - k) * column_stride] = index % size;
    index /= size;
  }
}

// The sum of the values of all earlier items of a group of 64; `sums` ends with the sums of all up
// to each item, so that sums[63] is the total. Every item of the group calls it.
static uint sum_before(local uint* sums, uint value) {
  const uint me = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[me] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint reach = 1; reach < 64; reach *= 2) {
    const uint earlier = me >= reach ? sums[me - reach] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[me] += earlier;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return sums[me] - value;
}

// A group counts or writes a tile of 1024 elements, an item 16 of them.
#define TILE 1024
#define SHARE 16

//: variant compact define T=width(InputTensor)
//: scratch Counts uint (product(InputTensor.Sizes) + 1023) / 1024
//: pass count_tiles groups (product(InputTensor.Sizes) + 1023) / 1024 local 64
static uint nonzeros(TENSOR* input, global const T* data, bool packed, uint from, uint to) {
  uint count = 0;
  for (uint i = from; i < to; ++i)
    count += is_nonzero(input->DataType, data[place_of(input, packed, i)], 8 * sizeof(T));
  return count;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void count_tiles(
    CASES, global const T* InputTensor, global uint* Counts) {
  local uint sums[64];
  TENSOR* input = &CASE->InputTensor;
  const ulong all = element_count(input);
  const ulong tile = get_group_id(0);
  if (tile * TILE >= all) return;
  const ulong from = min(tile * TILE + get_local_id(0) * SHARE, all);
  const ulong to = min(from + SHARE, all);
  sum_before(sums, nonzeros(input, InputTensor, is_packed(input), from, to));
  if (get_local_id(0) == 0) Counts[CASE->Counts + tile] = sums[63];
}

//: pass scan_tiles groups 1 local 64
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void scan_tiles(
    CASES, global uint* OutputCountTensor, global uint* Counts) {
  local uint sums[64];
  CASE_SPACE const Case* c = CASE;
  if (get_group_id(0) != 0) return;
  const ulong tiles = ((ulong)element_count(&c->InputTensor) + TILE - 1) / TILE;
  uint carry = 0;
  for (ulong first = 0; first < tiles; first += 64) {
    const ulong tile = first + get_local_id(0);
    const uint value = tile < tiles ? Counts[c->Counts + tile] : 0;
    const uint before = sum_before(sums, value);
    if (tile < tiles) Counts[c->Counts + tile] = carry + before;
    carry += sums[63];
  }
  if (get_local_id(0) == 0) OutputCountTensor[c->OutputCountTensor.base] = carry;
}

//: pass write_rows groups (product(InputTensor.Sizes) + 1023) / 1024 local 64
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void write_rows(
    CASES, global const T* InputTensor, global uint* OutputCoordinatesTensor,
    global const uint* Counts) {
  local uint sums[64];
  CASE_SPACE const Case* c = CASE;
  TENSOR* input = &c->InputTensor;
  const ulong all = element_count(input);
  const ulong tile = get_group_id(0);
  if (tile * TILE >= all) return;
  const ulong from = min(tile * TILE + get_local_id(0) * SHARE, all);
  const ulong to = min(from + SHARE, all);
  uint row = Counts[c->Counts + tile];
  const bool packed = is_packed(input);
  row += sum_before(sums, nonzeros(input, InputTensor, packed, from, to));
  for (uint i = from; i < to; ++i)
    if (is_nonzero(input->DataType, InputTensor[place_of(input, packed, i)], 8 * sizeof(T)))
      write_row(input, &c->OutputCoordinatesTensor, OutputCoordinatesTensor, row++, i);
}

// One group of a case walks the tiles and carries the count; zero is what compares equal to zero.
//: variant typed define A=type(InputTensor) needs denorm
//: pass walk_tiles groups 1 local 64
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void walk_tiles(
    CASES, global const A* InputTensor, global uint* OutputCountTensor,
    global uint* OutputCoordinatesTensor) {
  local uint sums[64];
  CASE_SPACE const Case* c = CASE;
  TENSOR* input = &c->InputTensor;
  if (get_group_id(0) != 0) return;
  const ulong all = element_count(input);
  uint carry = 0;
  for (ulong tile = 0; tile < all; tile += TILE) {
    const ulong from = min(tile + get_local_id(0) * SHARE, all);
    const ulong to = min(from + SHARE, all);
    uint here = 0;
    for (ulong i = from; i < to; ++i) here += A_LOAD(InputTensor, offset_of(input, i)) != 0;
    uint row = carry + sum_before(sums, here);
    for (ulong i = from; i < to; ++i)
      if (A_LOAD(InputTensor, offset_of(input, i)) != 0)
        write_row(input, &c->OutputCoordinatesTensor, OutputCoordinatesTensor, row++, i);
    carry += sums[63];
  }
  if (get_local_id(0) == 0) OutputCountTensor[c->OutputCountTensor.base] = carry;
}

// One item computes one case.
//: variant serial define T=width(InputTensor)
//: pass write_serially groups 1 local 1
kernel void write_serially(CASES, global const T* InputTensor, global uint* OutputCountTensor,
                   global uint* OutputCoordinatesTensor) {
  CASE_SPACE const Case* c = CASE;
  TENSOR* input = &c->InputTensor;
  if (get_global_id(0) != 0) return;
  const uint all = element_count(input);
  uint row = 0;
  for (uint i = 0; i < all; ++i)
    if (is_nonzero(input->DataType, InputTensor[offset_of(input, i)], 8 * sizeof(T)))
      write_row(input, &c->OutputCoordinatesTensor, OutputCoordinatesTensor, row++, i);
  OutputCountTensor[c->OutputCountTensor.base] = row;
}
