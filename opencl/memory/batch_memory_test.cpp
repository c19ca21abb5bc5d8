#include "opencl/memory/batch_memory.h"

#include <gtest/gtest.h>

#include <vector>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using Writable = BatchMemory::Region::Writable;

/// A case of `copy` with `count` elements of UINT32. `stride` is the distance of its elements, and
/// `more` what its output has beyond its last element, in bytes.
ops::Problem copy_of(std::int64_t count, std::int64_t stride = 1, std::uint64_t more = 0) {
  ops::Problem problem = copy_problem(count);
  ops::TensorDesc tensor = strided(ops::DataType::UINT32, {count}, {stride});
  set_input(problem, "InputTensor", tensor, bytes_of(std::vector<std::uint32_t>(count, 7)));
  tensor.bytes = *ops::minimum_bytes(tensor) + more;
  set_output(problem, "OutputTensor", tensor);
  return problem;
}

/// The region of the output of a batch that ends at closed pages.
BatchMemory::Region output_region(const std::vector<ops::Problem>& problems,
                                  const LaunchOptions& options) {
  const KernelFile copier = parse_kernels(copy_signature(), "copier.cl",
                                          "//: variant v\n//: pass f groups 1\n"
                                          "kernel void f(CASES, global uint* OutputTensor) {}\n");
  BatchMemory memory;
  memory.lay_out(test_device().info(), copier, copier.variants[0], problems, options);
  for (const BatchMemory::Region& region : memory.regions())
    if (region.name == "OutputTensor") return region;
  return {};
}

LaunchOptions at_page_end(std::uint32_t placement) {
  LaunchOptions options;
  options.memory = MemoryKind::PageEnd;
  options.placement = placement;
  return options;
}

TEST(BatchMemory, ends_at_a_closed_page_with_the_tensor_that_a_vector_would_leave) {
  // 5 elements are overrun by vectors of any width, 6 by all but those of two, 8 by those of 16.
  // A tensor with more bytes than its elements need, or with strides, holds the overrun itself.
  const std::vector<ops::Problem> problems{copy_of(8),    copy_of(5),        copy_of(6),
                                           copy_of(7, 3), copy_of(7, 1, 64), copy_of(8)};
  for (std::uint32_t placement = 0; placement < 64; placement += 2) {
    const BatchMemory::Region region = output_region(problems, at_page_end(placement));
    const Writable& last = region.writable.back();
    EXPECT_EQ(last.to - last.from, 5 * 4u) << placement;
    EXPECT_EQ(last.to, region.size) << placement;
    EXPECT_EQ(region.writable.size(), problems.size());
  }
}

TEST(BatchMemory, ends_at_a_closed_page_with_the_last_case_for_half_of_the_placements) {
  const std::vector<ops::Problem> problems{copy_of(5), copy_of(7, 3)};
  for (std::uint32_t placement = 1; placement < 64; placement += 2) {
    const BatchMemory::Region region = output_region(problems, at_page_end(placement));
    EXPECT_EQ(region.writable.back().to - region.writable.back().from, 19 * 4u) << placement;
    EXPECT_EQ(region.writable.back().to, region.size) << placement;
  }
}

TEST(BatchMemory, ends_at_a_closed_page_however_other_cases_are_aligned) {
  std::vector<ops::Problem> problems{copy_of(3), copy_of(5)};
  for (ops::TensorDesc& tensor : problems[0].descriptor.tensors) tensor.alignment = 256;
  const BatchMemory::Region region = output_region(problems, at_page_end(0));
  EXPECT_EQ(region.writable.back().to, region.size);
  EXPECT_EQ(region.writable.front().from % 256, 0u);
  EXPECT_EQ(region.writable.back().to - region.writable.back().from, 5 * 4u);
}

}  // namespace
}  // namespace assay::opencl::testing
