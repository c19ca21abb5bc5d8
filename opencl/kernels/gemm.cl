// Matrices lie in the last two dimensions; those before count them. Variants differ in how the
// products of a row and a column are added up, and in whether they are fused.

#define DEPTH(c) \
  ((c)->ATensor.Sizes[(c)->ATensor.DimensionCount - ((c)->TransA == TRANS_A_TRANSPOSE ? 2 : 1)])
#define ROWS(c) ((c)->OutputTensor.Sizes[(c)->OutputTensor.DimensionCount - 2])
#define COLUMNS(c) ((c)->OutputTensor.Sizes[(c)->OutputTensor.DimensionCount - 1])

// Where a matrix of a tensor begins.
static ulong matrix_start(TENSOR* t, uint matrix) {
  ulong at = t->base;
  for (uint d = t->DimensionCount - 2; d-- > 0;) {
    at += (ulong)(matrix % t->Sizes[d]) * t->Strides[d];
    matrix /= t->Sizes[d];
  }
  return at;
}

// How far apart neighbours in a row, and in a column, lie.
static uint row_step(TENSOR* t, bool transposed) {
  return t->Strides[t->DimensionCount - (transposed ? 2 : 1)];
}
static uint column_step(TENSOR* t, bool transposed) {
  return t->Strides[t->DimensionCount - (transposed ? 1 : 2)];
}

// The matrices that an output element is made of.
typedef struct {
  ulong a, b, c, output;
  uint a_row, a_column, b_row, b_column;
} Matrices;

static void find_matrices(CASE_SPACE const Case* c, uint matrix, Matrices* m) {
  const bool a = c->TransA == TRANS_A_TRANSPOSE, b = c->TransB == TRANS_B_TRANSPOSE;
  m->a = matrix_start(&c->ATensor, matrix);
  m->b = matrix_start(&c->BTensor, matrix);
  m->c = is_present(&c->CTensor) ? matrix_start(&c->CTensor, matrix) : 0;
  m->output = matrix_start(&c->OutputTensor, matrix);
  m->a_row = row_step(&c->ATensor, a);
  m->a_column = column_step(&c->ATensor, a);
  m->b_row = row_step(&c->BTensor, b);
  m->b_column = column_step(&c->BTensor, b);
}

static uint matrix_count(CASE_SPACE const Case* c) {
  return element_count(&c->OutputTensor) / (ROWS(c) * COLUMNS(c));
}

// Of a matrix m, the element of A at (row, k), and that of B at (k, column).
#define A_AT(m, row, k) \
  A_LOAD(ATensor, (m).a + (ulong)(row) * (m).a_column + (ulong)(k) * (m).a_row)
#define B_AT(m, k, column) \
  A_LOAD(BTensor, (m).b + (ulong)(k) * (m).b_column + (ulong)(column) * (m).b_row)

// Of a matrix m, the element of C at (row, column).
#define C_AT(c, m, row, column)                                                    \
  (float)A_LOAD(CTensor, (m).c + (ulong)(row) * column_step(&(c)->CTensor, false) + \
                             (ulong)(column) * row_step(&(c)->CTensor, false))

// Stores what the activation makes of Alpha * sum + Beta * c, in single precision.
#define STORE_SUM(c, m, row, column, sum)                                              \
  do {                                                                                 \
    float y = (c)->Alpha * (float)(sum);                                               \
    if (is_present(&(c)->CTensor))                                                     \
      y = (c)->Alpha * (float)(sum) + (c)->Beta * C_AT(c, m, row, column);             \
    A_STORE(activated(c, y), OutputTensor,                                             \
            (m).output + (ulong)(row) * column_step(&(c)->OutputTensor, false) +       \
                (ulong)(column) * row_step(&(c)->OutputTensor, false));                \
  } while (false)

// One item an element. A product and its addition may be contracted.
//: variant serial define A=type(ATensor)
//: include gemm_serial.clh

// The same with an accumulator in double precision.
//: variant double define A=double(ATensor)
//: include gemm_serial.clh

// One item takes up to eight neighbours in a row, whose sums it keeps in a private array.
//: variant rows define A=type(ATensor)
//: pass gemm_rows groups (product(OutputTensor.Sizes[0 : OutputTensor.DimensionCount - 1]) * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 7) / 8) + local - 1) / local
#define RUN 8

kernel void gemm_rows(CASES, global const A* ATensor, global const A* BTensor,
                      global const A* CTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const uint columns = COLUMNS(c), rows = ROWS(c), runs = (columns - 1) / RUN + 1;
  const size_t i = get_global_id(0);
  if (i >= (size_t)matrix_count(c) * rows * runs) return;
  const uint first = (uint)(i % runs) * RUN, row = (uint)(i / runs % rows);
  const uint count = min((uint)RUN, columns - first);
  Matrices m;
  find_matrices(c, (uint)(i / runs / rows), &m);
  A_VALUE sums[RUN] = {0};
  for (uint k = 0; k < DEPTH(c); ++k) {
    const A_VALUE a = A_AT(m, row, k);
    for (uint j = 0; j < count; ++j) sums[j] = fma(a, B_AT(m, k, first + j), sums[j]);
  }
  for (uint j = 0; j < count; ++j) STORE_SUM(c, m, row, first + j, sums[j]);
}

// One item adds four products at a time, as vectors, and then the lanes.
//: variant vector define A=type(ATensor)
//: sums n - n / 4 * 3 + 1
//: pass gemm_vector groups (product(OutputTensor.Sizes) + local - 1) / local
#define A_VALUE4 JOIN(A_VALUE, 4)

kernel void gemm_vector(CASES, global const A* ATensor, global const A* BTensor,
                        global const A* CTensor, global A* OutputTensor) {
  CASE_SPACE const Case* c = CASE;
  const size_t i = get_global_id(0);
  if (i >= element_count(&c->OutputTensor)) return;
  const uint columns = COLUMNS(c), rows = ROWS(c), depth = DEPTH(c);
  const uint column = (uint)i % columns, row = (uint)i / columns % rows;
  Matrices m;
  find_matrices(c, (uint)i / columns / rows, &m);
  A_VALUE4 sums = 0;
  uint k = 0;
  for (; k + 4 <= depth; k += 4) {
    const A_VALUE4 a = {A_AT(m, row, k), A_AT(m, row, k + 1), A_AT(m, row, k + 2), A_AT(m, row, k + 3)};
    const A_VALUE4 b = {B_AT(m, k, column), B_AT(m, k + 1, column), B_AT(m, k + 2, column),
                        B_AT(m, k + 3, column)};
    sums = mad(a, b, sums);
  }
  A_VALUE sum = (sums.s0 + sums.s2) + (sums.s1 + sums.s3);
  for (; k < depth; ++k) sum = mad(A_AT(m, row, k), B_AT(m, k, column), sum);
  STORE_SUM(c, m, row, column, sum);
}

// One group takes a tile of 8 by 8 elements. Tiles of A and B are loaded into local memory, side by
// side, and lie there as FLOAT32.
//: variant tiled define A=type(ATensor)
//: pass gemm_tiled groups product(OutputTensor.Sizes[0 : OutputTensor.DimensionCount - 2]) * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 2] + 7) / 8) * ((OutputTensor.Sizes[OutputTensor.DimensionCount - 1] + 7) / 8) local 64
#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE * TILE, 1, 1))) void gemm_tiled(
    CASES, global const A* ATensor, global const A* BTensor, global const A* CTensor,
    global A* OutputTensor) {
  local A_VALUE a_tile[TILE][TILE], b_tile[TILE][TILE];
  CASE_SPACE const Case* c = CASE;
  const uint columns = COLUMNS(c), rows = ROWS(c), depth = DEPTH(c);
  const uint across = (columns - 1) / TILE + 1, down = (rows - 1) / TILE + 1;
  const uint group = (uint)get_group_id(0);
  if (group >= matrix_count(c) * across * down) return;
  const uint x = (uint)get_local_id(0) % TILE, y = (uint)get_local_id(0) / TILE;
  const uint column = group % across * TILE + x, row = group / across % down * TILE + y;
  Matrices m;
  find_matrices(c, group / across / down, &m);
  A_VALUE sum = 0;
  for (uint from = 0; from < depth; from += TILE) {
    a_tile[y][x] = row < rows && from + x < depth ? A_AT(m, row, from + x) : 0;
    b_tile[y][x] = column < columns && from + y < depth ? B_AT(m, from + y, column) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < min((uint)TILE, depth - from); ++k) sum += a_tile[y][k] * b_tile[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows && column < columns) STORE_SUM(c, m, row, column, sum);
}
