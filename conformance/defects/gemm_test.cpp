// Defects in the kernels of gemm.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kGemmDefects[] = {
    {"last_product_not_added", "gemm", "serial", {{"k < DEPTH(c); ++k", "k + 1 < DEPTH(c); ++k"}}},
    {"rows_and_columns_of_a_swapped",
     "gemm",
     "",
     {{"const bool a = c->TransA == TRANS_A_TRANSPOSE,",
       "const bool a = (c->TransA == TRANS_A_TRANSPOSE) !=\n"
       "      (c->ATensor.Sizes[c->ATensor.DimensionCount - 1] ==\n"
       "       c->ATensor.Sizes[c->ATensor.DimensionCount - 2]),"}},
     Verdict::Wrong,
     9,
     3},
    {"beta_ignored", "gemm", "", {{"(c)->Beta * C_AT(", "C_AT("}}},
    {"alpha_of_c", "gemm", "", {{"y = (c)->Alpha * (float)(sum) + ", "y = (float)(sum) + "}}},
    {"matrices_of_c_all_the_first",
     "gemm",
     "",
     {{"m->c = is_present(&c->CTensor) ? matrix_start(&c->CTensor, matrix) : 0;",
       "m->c = is_present(&c->CTensor) ? matrix_start(&c->CTensor, 0) : 0;"}}},
    {"activation_forgotten",
     "gemm",
     "tiled",
     {{"  if (row < rows && column < columns) STORE_SUM",
       "#define activated(c, x) (x)\n  if (row < rows && column < columns) STORE_SUM"}}},
    {"wrong_activation",
     "gemm",
     "",
     {{"A_STORE(activated(c, y),",
       "A_STORE((c)->FusedActivation.present && (c)->FusedActivation.Type == "
       "FUSED_ACTIVATION_TYPE_activation_sigmoid ? tanh(y) : activated(c, y),"}}},
    {"activation_with_its_members_swapped",
     "gemm",
     "",
     {{"A_STORE(activated(c, y),",
       "A_STORE((c)->FusedActivation.present && (c)->FusedActivation.Type == "
       "FUSED_ACTIVATION_TYPE_activation_linear ? (c)->FusedActivation.Beta * y + "
       "(c)->FusedActivation.Alpha : activated(c, y),"}}},
    {"activation_twice_where_c_is_absent",
     "gemm",
     "",
     {{"if (is_present(&(c)->CTensor)) ", "y = activated(c, y); if (is_present(&(c)->CTensor)) "}}},
    {"private_sums_not_cleared",
     "gemm",
     "rows",
     {{"for (uint j = 0; j < count; ++j) STORE_SUM(c, m, row, first + j, sums[j]);",
       "for (uint j = 0; j < count; ++j) STORE_SUM(c, m, row, first + j, sums[j / 4 * 4]);"}}},
    {"sums_in_half",
     "gemm",
     "rows",
     {{"sums[j] = fma(a, B_AT(m, k, first + j), sums[j]);",
       "sums[j] = as_float(as_uint(fma(a, B_AT(m, k, first + j), sums[j])) & 0xffffff00u);"}}},
    {"lane_added_twice", "gemm", "vector", {{"(sums.s1 + sums.s3)", "(sums.s1 + sums.s1)"}}},
    {"rest_behind_vectors_forgotten",
     "gemm",
     "vector",
     {{"for (; k < depth; ++k)", "for (; k + 1 < depth; ++k)"}}},
    {"barrier_missing",
     "gemm",
     "tiled",
     {{"from + y, column) : 0;\n    barrier(CLK_LOCAL_MEM_FENCE);", "from + y, column) : 0;"}},
     // Items read what lies in local memory before others have written there.
     Verdict::Flaky,
     80,
     6},
    {"edge_of_the_tile_read",
     "gemm",
     "tiled",
     {{"k < min((uint)TILE, depth - from)", "k < min((uint)TILE, depth - from) - (depth > TILE)"}},
     Verdict::Wrong,
     80},
};

INSTANTIATE_TEST_SUITE_P(Gemm, KernelDefect, ::testing::ValuesIn(kGemmDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
