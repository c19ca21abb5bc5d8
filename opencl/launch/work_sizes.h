#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "opencl/program/kernel_file.h"
#include "ops/problem.h"

namespace assay::opencl {

/// The number of groups along dimension 0 that a pass is launched with: the largest number that any
/// of the problems needs. Throws KernelFileError if the pass's expression has no value.
std::size_t groups_of(const Pass& pass, std::span<const ops::Problem> problems, std::size_t local);

/// The local size of a variant's passes that have none of their own: what is asked for, or what the
/// one of their kernels can have that can have least. `most_items` gives that for a pass by its
/// number; it may be 0 if the driver does not say.
std::size_t local_size(const Variant& variant, std::size_t asked,
                       const std::function<std::size_t(std::size_t pass)>& most_items);

}  // namespace assay::opencl
