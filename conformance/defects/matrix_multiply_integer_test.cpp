// Defects in the kernels of matrix_multiply_integer.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kMatrixMultiplyIntegerDefects[] = {
    {"zero_point_of_the_first_row",
     "matrix_multiply_integer",
     "",
     {{"element_count(t) == 1 ? 0 : (i)", "0"}}},
    {"first_matrix_for_all",
     "matrix_multiply_integer",
     "",
     {{"find_matrix(&c->BTensor, number, &f->b)", "find_matrix(&c->BTensor, 0, &f->b)"}}},
    {"zero_point_of_b_forgotten",
     "matrix_multiply_integer",
     "dot",
     {{"(BTensor[element_of(&f.b, k, f.column)] - f.b_zero)",
       "BTensor[element_of(&f.b, k, f.column)]"}}},
    {"columns_loaded_as_vectors",
     "matrix_multiply_integer",
     "vectors",
     {{"count == 8 && f.a.column == 1", "count == 8"}},
     Verdict::Wrong,
     16},
    {"odd_lanes_left_out",
     "matrix_multiply_integer",
     "vectors",
     {{"halves.even + halves.odd", "halves.even"}}},
    {"rows_of_a_block_mixed_up",
     "matrix_multiply_integer",
     "blocks",
     {{"ATensor[element_of(&a, row + y, k)] - a_zeros[y]",
       "ATensor[element_of(&a, row + y, k)] - a_zeros[0]"}}},
    {"products_in_sixteen_bits",
     "matrix_multiply_integer",
     "blocks",
     {{"mul24(factor, factors[x])", "(short)mul24(factor, factors[x])"}}},
    {"tile_transposed",
     "matrix_multiply_integer",
     "tiles",
     {{"left[y][k] * right[k][x]", "left[y][k] * right[x][k]"}}},
    {"last_step_of_a_tile_left_out",
     "matrix_multiply_integer",
     "tiles",
     {{"k < TILE; ++k", "k + 1 < TILE; ++k"}},
     Verdict::Wrong,
     16},
};

INSTANTIATE_TEST_SUITE_P(MatrixMultiplyInteger, KernelDefect,
                         ::testing::ValuesIn(kMatrixMultiplyIntegerDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
