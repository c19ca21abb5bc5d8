// Tests that a case that is like those before it allocates no memory of its own. Batches are run
// until nothing in them is new, and then the allocations are counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "conformance/plan/batch_runner.h"
#include "testing/conformance/device.h"

namespace {

// Only this thread is counted, because drivers have threads of their own.
thread_local std::uint64_t allocations = 0;

constexpr std::size_t kAlignment = alignof(std::max_align_t);

void* counted(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) & ~(alignment - 1);
  return rounded < bytes ? nullptr : std::aligned_alloc(alignment, rounded);
}

void* must(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return must(counted(bytes, kAlignment)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return counted(bytes, kAlignment);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return must(counted(bytes, static_cast<std::size_t>(alignment)));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace assay::conformance::testing {
namespace {

// A tally allocates for each level that occurs in a batch, and many cases have more levels than few
// cases.
constexpr std::uint64_t kLevels = 8;

TEST(Allocations, of_a_batch_are_as_many_however_many_cases_it_has) {
  if (!sound_pipeline().device().is_pocl())
    GTEST_SKIP() << "another driver may allocate by operator new, too";
  CampaignOptions options;
  // Oracles may allocate; those of the operators that others are made after do not.
  options.operators = {catalogue().find("gather"), catalogue().find("slice1")};
  const BatchPlan plan(options);
  BatchRunner runner(sound_pipeline(), plan);
  constexpr std::uint64_t kFew = 16, kMany = 256, kBatches = 50;
  std::vector<std::uint64_t> batches;
  for (std::uint64_t index = 3000; batches.size() < kBatches; ++index)
    if (plan.size(index) >= kMany) batches.push_back(index);
  const auto allocations_of = [&](std::uint64_t cases) {
    std::uint64_t before = 0;
    // The first round is for the driver's builds, and the second one for memory that still grows.
    // The third one is counted.
    for (int round = 0; round < 3; ++round) {
      before = allocations;
      for (const std::uint64_t index : batches)
        runner.run({index, index % 2 ? cases : cases / 2}, false);
    }
    return allocations - before;
  };
  const std::uint64_t many = allocations_of(kMany), few = allocations_of(kFew);
  EXPECT_GE(few, kBatches);
  EXPECT_LE(many, few + kLevels * kBatches);
}

}  // namespace
}  // namespace assay::conformance::testing
