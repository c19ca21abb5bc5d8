// Defects in the kernels of the RESAMPLE operators and of upsample_2d.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kResampleDefects[] = {
    {"fraction_taken_twice",
     "resample",
     "",
     {{"upper ? n->fraction : 1 - n->fraction", "n->fraction"}}},
    {"coordinates_before_the_first_element",
     "resample",
     "",
     {{"fmin(fmax(COORDINATE(c, d, at), 0.0f), (float)end)",
       "fmin(COORDINATE(c, d, at), (float)end)"}}},
    {"corners_not_centres",
     "resample",
     "",
     {{"floor(COORDINATE(c, d, at) + 0.5f)", "floor(COORDINATE(c, d, at))"}}},
    {"quotient_off_by_many_ulps",
     "resample1",
     "",
     {{"return q + fma(-q, s, a) / s;", "return q * 1.0001f;"}}},
    {"output_offset_added",
     "resample1",
     "",
     {{"(float)(at) - (c)->OutputPixelOffsets[d]", "(float)(at) + (c)->OutputPixelOffsets[d]"}}},
    {"directions_mixed_up",
     "resample2",
     "",
     {{"== ROUNDING_DIRECTION_INCREASING", "!= ROUNDING_DIRECTION_INCREASING"}}},
    {"integers_truncated",
     "resample2",
     "",
     {{"convert_char_sat_rte(value)", "(char)(value * 0.99f)"}}},
    {"halves_in_the_wrong_order",
     "resample2",
     "halves",
     {{"fma(values[count + k] - values[k], fractions[d], values[k])",
       "fma(values[count + k] - values[k], fractions[rank - 1 - d], values[k])"}}},
    {"row_of_the_last_item",
     "resample2",
     "rows",
     {{"row / (inner_size(output, me) / width)", "row"}}},
    {"width_and_height_mixed_up",
     "upsample_2d",
     "",
     {{"? (c)->ScaleSize.Width", "? (c)->ScaleSize.Height"}}},
    {"centres_not_moved_back",
     "upsample_2d",
     "",
     {{"(float)FACTOR(c, d)) - 0.5f)", "(float)FACTOR(c, d)))"}}},
};

INSTANTIATE_TEST_SUITE_P(Resample, KernelDefect, ::testing::ValuesIn(kResampleDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
