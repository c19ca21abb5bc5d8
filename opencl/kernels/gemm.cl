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

//: variant vector define A=type(ATensor)
//: sums n - n / 4 * 3 + 1
//: include gemm_vector.clh

//: variant tiled define A=type(ATensor)
//: include gemm_tiled.clh

// The same with products and sums in halves: arithmetic in FLOAT16, where a device has it.
//: variant half define A=half(ATensor)
//: include gemm_serial.clh

//: variant half_vector define A=half(ATensor)
//: sums n - n / 4 * 3 + 1
//: include gemm_vector.clh

//: variant half_tiled define A=half(ATensor)
//: include gemm_tiled.clh
