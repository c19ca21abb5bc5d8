#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "conformance/plan/covering.h"
#include "opencl/program/kernel_file.h"
#include "opencl/shape/shape.h"

namespace assay::conformance {

/// A few chains in which each rewriting that finds a place in the variant's kernels is made, at one
/// of its places. They follow from the kernels' text and the seed.
std::vector<opencl::Chain> covering_chains(const opencl::KernelFile& kernels,
                                           const opencl::Variant& variant, std::uint64_t seed);

/// For each operator, batches that run every chain of every variant. The operators of a family have
/// the same kernels, so they take turns: each gets a part of these chains.
std::vector<std::vector<CoveringBatch>> cover_shapes(std::span<const specs::Spec* const> operators,
                                                     KernelLibrary& kernels, std::uint64_t seed);

}  // namespace assay::conformance
