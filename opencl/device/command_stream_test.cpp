// Each stage waits for the whole stage before it, however many commands that stage has.

#include "opencl/device/command_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

constexpr std::size_t kWord = sizeof(cl_uint);

std::vector<QueueKind> kinds_by_events() {
  std::vector<QueueKind> kinds{QueueKind::Several};
  if (test_device().info().out_of_order) kinds.push_back(QueueKind::OutOfOrder);
  return kinds;
}

// The first stage writes words. The next stage copies each word to another place, in reverse order,
// so that a copy that runs too early copies the old contents.
RC_GTEST_PROP(Stages, of_any_size_wait_for_all_of_the_stage_before, ()) {
  const std::size_t words = *rc::gen::inRange<std::size_t>(1, 4 * CommandStream::kMostWaits);
  std::vector<cl_uint> given(words), came(words, 0);
  std::iota(given.begin(), given.end(), 1);
  const cl::Buffer from(test_device().context(), CL_MEM_READ_WRITE, words * kWord);
  const cl::Buffer to(test_device().context(), CL_MEM_READ_WRITE, words * kWord);
  CommandStream stream(test_device());
  stream.begin(*rc::gen::elementOf(kinds_by_events()), true);
  for (std::size_t i = 0; i < words; ++i)
    RC_ASSERT(stream.queue().enqueueWriteBuffer(from, CL_FALSE, i * kWord, kWord, &given[i],
                                                stream.waits(), stream.event()) == CL_SUCCESS);
  stream.next_stage();
  RC_ASSERT(stream.waits()->size() <= CommandStream::kMostWaits);
  for (std::size_t i = words; i-- > 0;)
    RC_ASSERT(stream.queue().enqueueCopyBuffer(from, to, i * kWord, (words - 1 - i) * kWord, kWord,
                                               stream.waits(), stream.event()) == CL_SUCCESS);
  stream.next_stage();
  RC_ASSERT(stream.waits()->size() <= CommandStream::kMostWaits);
  RC_ASSERT(stream.queue().enqueueReadBuffer(to, CL_FALSE, 0, words * kWord, came.data(),
                                             stream.waits(), stream.event()) == CL_SUCCESS);
  stream.finish();
  RC_ASSERT(came == std::vector<cl_uint>(given.rbegin(), given.rend()));
}

}  // namespace
}  // namespace assay::opencl::testing
