// Defects in the kernels of join and split, and in what they share.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kJoinDefects[] = {
    {"part_before_is_forgotten",
     "join",
     "",
     {{"start += PARTS(c)[part].Sizes[c->Axis];", "start = PARTS(c)[part].Sizes[c->Axis];"}}},
    {"last_element_of_a_part_taken_from_the_next",
     "join",
     "",
     {{"while (at >= PARTS(c)[part].Sizes[c->Axis])",
       "while (part + 1 < PART_COUNT(c) && at + 1 >= PARTS(c)[part].Sizes[c->Axis] && at > 0)"}}},
    {"parts_of_equal_sizes_assumed",
     "join",
     "",
     {{"(outer * PARTS(c)[part].Sizes[c->Axis] + at)",
       "(outer * PARTS(c)[0].Sizes[c->Axis] + at)"}}},
    {"outer_dimension_of_the_part",
     "join",
     "",
     {{"(outer * WHOLE(c).Sizes[c->Axis] + at)", "(outer * size + at)"}}},
    {"first_input_read_always",
     "join",
     "bits",
     {{"InputTensors[offset_of(&c->InputTensors[p.part], p.in_part)]",
       "InputTensors[offset_of(&c->InputTensors[0], p.in_part)]"}}},
    {"slots_swapped",
     "join",
     "parts",
     {{"InputTensors[offset_of(&c->InputTensors[p.part], p.in_part)]",
       "InputTensors[offset_of(&c->InputTensors[p.part ^ (c->InputCount == 2)], p.in_part)]"}}},
    {"absent_input_counted",
     "join",
     "parts",
     {{"if (p.part >= c->InputCount) return;", "if (p.part > c->InputCount) return;"}},
     Verdict::Wrong,
     8},
    {"strides_of_the_part_ignored",
     "join",
     "bits",
     {{"InputTensors[offset_of(&c->InputTensors[p.part], p.in_part)]",
       "InputTensors[c->InputTensors[p.part].base + p.in_part]"}}},
    {"last_output_missed",
     "split",
     "parts",
     {{"if (p.part >= c->OutputCount) return;", "if (p.part + 1 >= c->OutputCount) return;"}}},
    {"written_to_the_next_slot",
     "split",
     "bits",
     {{"OutputTensors[offset_of(&c->OutputTensors[p.part], p.in_part)]",
       "OutputTensors[offset_of(&c->OutputTensors[min(p.part + 1, c->OutputCount - 1)], "
       "p.in_part)]"}}},
    {"written_as_one_tensor",
     "split",
     "parts",
     {{"OutputTensors[offset_of(&c->OutputTensors[p.part], p.in_part)]",
       "OutputTensors[c->OutputTensors[0].base + get_global_id(0)]"}},
     Verdict::Stray},
    {"seventh_part_lost",
     "split",
     "bits",
     {{"const Place p = place_in_whole(c, (uint)get_global_id(0));",
       "const Place p = place_in_whole(c, (uint)get_global_id(0));\n  if (p.part == 6) return;"}}},
};

INSTANTIATE_TEST_SUITE_P(Parts, KernelDefect, ::testing::ValuesIn(kJoinDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
