#pragma once
#include <vector>

#include "opencl/shape/edits.h"

namespace assay::opencl::shapes {

std::vector<Edits> guard_return(const KernelTree& tree);
std::vector<Edits> early_return(const KernelTree& tree);
std::vector<Edits> else_rest(const KernelTree& tree);
std::vector<Edits> one_round(const KernelTree& tree);

std::vector<Edits> if_loop(const KernelTree& tree);
std::vector<Edits> negated_if(const KernelTree& tree);
std::vector<Edits> split_condition(const KernelTree& tree);
std::vector<Edits> joined_condition(const KernelTree& tree);
std::vector<Edits> if_switch(const KernelTree& tree);
std::vector<Edits> twin_branches(const KernelTree& tree);
std::vector<Edits> do_once(const KernelTree& tree);

std::vector<Edits> if_choice(const KernelTree& tree);
std::vector<Edits> choice_select(const KernelTree& tree);

std::vector<Edits> for_while(const KernelTree& tree);
std::vector<Edits> loop_do(const KernelTree& tree);
std::vector<Edits> endless_loop(const KernelTree& tree);
std::vector<Edits> peel(const KernelTree& tree);
std::vector<Edits> unroll(const KernelTree& tree);
std::vector<Edits> split_loop(const KernelTree& tree);
std::vector<Edits> unroll_rest(const KernelTree& tree);
std::vector<Edits> reversed_loop(const KernelTree& tree);
std::vector<Edits> narrow_counter(const KernelTree& tree);
std::vector<Edits> opaque_bound(const KernelTree& tree);

std::vector<Edits> dead_return(const KernelTree& tree);
std::vector<Edits> dead_item_return(const KernelTree& tree);
std::vector<Edits> dead_store(const KernelTree& tree);
std::vector<Edits> dead_loop(const KernelTree& tree);
std::vector<Edits> uniform_barrier(const KernelTree& tree);

std::vector<Edits> volatile_variable(const KernelTree& tree);
std::vector<Edits> const_variable(const KernelTree& tree);
std::vector<Edits> private_array(const KernelTree& tree);
std::vector<Edits> struct_member(const KernelTree& tree);
std::vector<Edits> vector_lane(const KernelTree& tree);
std::vector<Edits> wide_variable(const KernelTree& tree);

std::vector<Edits> pointer_sum(const KernelTree& tree);
std::vector<Edits> byte_address(const KernelTree& tree);

std::vector<Edits> id_from_group(const KernelTree& tree);
std::vector<Edits> no_inline(const KernelTree& tree);

std::vector<Edits> extra_parameter(const KernelTree& tree);
std::vector<Edits> pointer_parameter(const KernelTree& tree);
std::vector<Edits> private_copy(const KernelTree& tree);

}  // namespace assay::opencl::shapes
