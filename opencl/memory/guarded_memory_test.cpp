#include "opencl/memory/guarded_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

constexpr std::size_t kBytes = 1000;

/// Lays one image out, runs it through the device, and gives what came back. Without `writes`, the
/// upload is left out, as by a driver that loses it.
std::vector<std::byte> run(GuardedMemory& memory, const LaunchOptions& options, bool writes) {
  static const std::vector<std::byte> poison(2 * kBytes, std::byte{0x5a});
  memory.clear(options.guard_bytes, options.guard_bytes);
  memory.add(kBytes, 1, 0, GuardedMemory::Contents::Constant);
  memory.fill(poison);
  std::ranges::fill(memory.image(0), std::byte{7});
  CommandStream stream(test_device());
  stream.begin(options.queue, false);
  if (memory.prepare(test_device(), stream, options)) stream.next_stage();
  for (unsigned step = 0; writes && step < DeviceMemory::upload_steps(options.memory); ++step) {
    memory.upload(stream, step);
    stream.next_stage();
  }
  for (unsigned step = 0; step < DeviceMemory::download_steps(options.memory); ++step) {
    memory.download(stream, step);
    stream.next_stage();
  }
  stream.finish();
  memory.complete();
  return {memory.came(0).begin(), memory.came(0).end()};
}

TEST(GuardedMemory, does_not_take_bytes_of_an_earlier_launch_for_an_upload_that_was_lost) {
  for (const MemoryKind kind : {MemoryKind::Write, MemoryKind::Rect, MemoryKind::Map})
    for (std::size_t queue = 0; queue < kQueueKinds; ++queue) {
      LaunchOptions options;
      options.memory = kind;
      options.queue = static_cast<QueueKind>(queue);
      if (options.queue == QueueKind::OutOfOrder && !test_device().info().out_of_order) continue;
      GuardedMemory memory;
      const std::vector<std::byte> image(kBytes, std::byte{7});
      EXPECT_EQ(run(memory, options, true), image);
      const std::vector<std::byte> came = run(memory, options, false);
      EXPECT_EQ(std::ranges::count(came, std::byte{7}), 0);
      EXPECT_EQ(run(memory, options, true), image);
    }
}

}  // namespace
}  // namespace assay::opencl::testing
