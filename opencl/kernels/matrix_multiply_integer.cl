// Products of matrices, from whose elements zero points are subtracted. A difference has nine bits,
// so that 24 bits hold each factor.

#define ROWS(c) (c)->OutputTensor.Sizes[(c)->OutputTensor.DimensionCount - 2]
#define COLUMNS(c) (c)->OutputTensor.Sizes[(c)->OutputTensor.DimensionCount - 1]
#define INNER(c) (c)->ATensor.Sizes[(c)->ATensor.DimensionCount - 1]

// The zero point of a row or a column; a single one holds for all rows or columns.
#define ZERO_POINT(t, points, i) \
  (is_present(t) ? points[offset_of(t, element_count(t) == 1 ? 0 : (i))] : 0)

// Where a matrix begins, and how far its rows and its columns are apart.
typedef struct {
  ulong first;
  uint row, column;
} Matrix;

static void find_matrix(TENSOR* t, uint number, Matrix* m) {
  m->first = t->base;
  m->row = t->Strides[t->DimensionCount - 2];
  m->column = t->Strides[t->DimensionCount - 1];
  for (uint d = t->DimensionCount - 2; d-- > 0;) {
    m->first += (ulong)(number % t->Sizes[d]) * t->Strides[d];
    number /= t->Sizes[d];
  }
}

static ulong element_of(const Matrix* m, uint row, uint column) {
  return m->first + (ulong)row * m->row + (ulong)column * m->column;
}

// The row of the left matrix and the column of the right one whose product is one element of the output,
// and their zero points.
typedef struct {
  Matrix a, b;
  uint row, column;
  int a_zero, b_zero;
} Factors;

static void find_factors(CASE_SPACE const Case* c, uint i, global const A* AZeroPointTensor,
                         global const B* BZeroPointTensor, Factors* f) {
  const uint rows = ROWS(c), columns = COLUMNS(c);
  const uint number = i / columns / rows;
  find_matrix(&c->ATensor, number, &f->a);
  find_matrix(&c->BTensor, number, &f->b);
  f->row = i / columns % rows;
  f->column = i % columns;
  f->a_zero = ZERO_POINT(&c->AZeroPointTensor, AZeroPointTensor, f->row);
  f->b_zero = ZERO_POINT(&c->BZeroPointTensor, BZeroPointTensor, f->column);
}

#define MATRICES                                                          \
  global const A *ATensor, global const A *AZeroPointTensor,              \
      global const B *BTensor, global const B *BZeroPointTensor, global int *OutputTensor

// One item computes one element of the output.
//: variant dot define A=type(ATensor) B=type(BTensor)
//: pass multiply_dot groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void multiply_dot(CASES, MATRICES) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  Factors f;
  find_factors(c, (uint)i, AZeroPointTensor, BZeroPointTensor, &f);
  const uint inner = INNER(c);
  int sum = 0;
  for (uint k = 0; k < inner; ++k)
    sum += (ATensor[element_of(&f.a, f.row, k)] - f.a_zero) *
           (BTensor[element_of(&f.b, k, f.column)] - f.b_zero);
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = sum;
}

// Eight terms at once, by products of 24 bits. Where a row of the left matrix lies side by side, it
// is loaded as a vector.
//: variant vectors define A=type(ATensor) B=type(BTensor)
//: pass multiply_vectors groups (product(OutputTensor.Sizes) + local - 1) / local
kernel void multiply_vectors(CASES, MATRICES) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  Factors f;
  find_factors(c, (uint)i, AZeroPointTensor, BZeroPointTensor, &f);
  const uint inner = INNER(c);
  int8 sums = (int8)(0);
  for (uint first = 0; first < inner; first += 8) {
    const uint count = min(inner - first, 8u);
    int lane[8] = {0}, other[8] = {0};
    int8 left;
    if (count == 8 && f.a.column == 1) {
      left = convert_int8(vload8(0, ATensor + element_of(&f.a, f.row, first))) - f.a_zero;
    } else {
      for (uint k = 0; k < count; ++k)
        lane[k] = ATensor[element_of(&f.a, f.row, first + k)] - f.a_zero;
      left = vload8(0, lane);
    }
    for (uint k = 0; k < count; ++k)
      other[k] = BTensor[element_of(&f.b, first + k, f.column)] - f.b_zero;
    sums = mad24(left, vload8(0, other), sums);
  }
  const int4 halves = sums.lo + sums.hi;
  const int2 quarters = halves.even + halves.odd;
  OutputTensor[offset_of(&c->OutputTensor, (uint)i)] = quarters.x + quarters.y;
}

// An item computes a block of four rows and four columns, in private arrays.
//: variant blocks define A=type(ATensor) B=type(BTensor)
//: pass multiply_blocks groups (product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] / OutputTensor.Sizes[OutputTensor.DimensionCount - 2] * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 3) / 4) * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 2] + 3) / 4) + local - 1) / local
#define SIDE 4

kernel void multiply_blocks(CASES, MATRICES) {
  CASE_SPACE const Case* c = CASE;
  const uint rows = ROWS(c), columns = COLUMNS(c), inner = INNER(c);
  const uint across = (columns - 1) / SIDE + 1, down = (rows - 1) / SIDE + 1;
  const size_t block = get_global_id(0);
  const uint number = (uint)(block / across / down);
  if (number >= element_count(&c->OutputTensor) / rows / columns) return;
  const uint row = (uint)(block / across % down) * SIDE, column = (uint)(block % across) * SIDE;
  const uint height = min(rows - row, (uint)SIDE), width = min(columns - column, (uint)SIDE);
  Matrix a, b;
  find_matrix(&c->ATensor, number, &a);
  find_matrix(&c->BTensor, number, &b);
  int sums[SIDE][SIDE] = {{0}}, a_zeros[SIDE], b_zeros[SIDE];
  for (uint y = 0; y < height; ++y)
    a_zeros[y] = ZERO_POINT(&c->AZeroPointTensor, AZeroPointTensor, row + y);
  for (uint x = 0; x < width; ++x)
    b_zeros[x] = ZERO_POINT(&c->BZeroPointTensor, BZeroPointTensor, column + x);
  for (uint k = 0; k < inner; ++k) {
    int factors[SIDE];
    for (uint x = 0; x < width; ++x)
      factors[x] = BTensor[element_of(&b, k, column + x)] - b_zeros[x];
    for (uint y = 0; y < height; ++y) {
      const int factor = ATensor[element_of(&a, row + y, k)] - a_zeros[y];
      for (uint x = 0; x < width; ++x) sums[y][x] += mul24(factor, factors[x]);
    }
  }
  Matrix output;
  find_matrix(&c->OutputTensor, number, &output);
  for (uint y = 0; y < height; ++y)
    for (uint x = 0; x < width; ++x)
      OutputTensor[element_of(&output, row + y, column + x)] = sums[y][x];
}

// A group computes a tile of eight rows and eight columns. For eight steps of k at a time both factors
// come into local memory, with zeros beyond the matrices.
//: variant tiles define A=type(ATensor) B=type(BTensor)
//: pass multiply_tiles groups product(OutputTensor.Sizes) / OutputTensor.Sizes[OutputTensor.DimensionCount - 1] / OutputTensor.Sizes[OutputTensor.DimensionCount - 2] * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 7) / 8) * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 2] + 7) / 8) local 64
#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE * TILE, 1, 1))) void multiply_tiles(CASES,
                                                                                   MATRICES) {
  local short left[TILE][TILE], right[TILE][TILE];
  CASE_SPACE const Case* c = CASE;
  const uint rows = ROWS(c), columns = COLUMNS(c), inner = INNER(c);
  const uint across = (columns - 1) / TILE + 1, down = (rows - 1) / TILE + 1;
  const uint tile = (uint)get_group_id(0), number = tile / across / down;
  if (number >= element_count(&c->OutputTensor) / rows / columns) return;
  const uint y = get_local_id(0) / TILE, x = get_local_id(0) % TILE;
  const uint row = tile / across % down * TILE + y, column = tile % across * TILE + x;
  Matrix a, b;
  find_matrix(&c->ATensor, number, &a);
  find_matrix(&c->BTensor, number, &b);
  int a_zero = 0, b_zero = 0, sum = 0;
  if (row < rows) a_zero = ZERO_POINT(&c->AZeroPointTensor, AZeroPointTensor, row);
  if (column < columns) b_zero = ZERO_POINT(&c->BZeroPointTensor, BZeroPointTensor, column);
  for (uint first = 0; first < inner; first += TILE) {
    left[y][x] = row < rows && first + x < inner
                     ? (short)(ATensor[element_of(&a, row, first + x)] - a_zero)
                     : 0;
    right[y][x] = column < columns && first + y < inner
                      ? (short)(BTensor[element_of(&b, first + y, column)] - b_zero)
                      : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  Matrix output;
  find_matrix(&c->OutputTensor, number, &output);
  if (row < rows && column < columns) OutputTensor[element_of(&output, row, column)] = sum;
}
