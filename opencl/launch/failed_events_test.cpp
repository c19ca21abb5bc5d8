// That a driver which carries out such reads is found is tested with a fault of the layer.
#include "opencl/launch/failed_events.h"

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(FailedEvents, end_what_waits_for_them_on_a_sound_driver) {
  const Device& device = test_device();
  for (int again = 0; again < 3; ++again) {
    const auto damage = probe_failed_events(device);
    EXPECT_FALSE(damage) << damage->name;
  }
}

TEST(FailedEvents, are_asked_of_a_driver_that_is_not_known_in_every_way) {
  DeviceInfo info;
  info.platform = "A driver";
  info.driver_version = "3.1";
  for (const FailedWait& wait : kFailedWaits) EXPECT_FALSE(is_known_to_fail(wait, info));
}

TEST(FailedEvents, are_asked_of_each_known_driver_in_some_way) {
  for (const auto& [platform, version] : {std::pair{"Portable Computing Language", "3.1+debian"},
                                          {"Intel(R) OpenCL", "2026.22.10.0.01_160000"},
                                          {"Oclgrind", "Oclgrind 21.10"}}) {
    DeviceInfo info;
    info.platform = platform;
    info.driver_version = version;
    int asked = 0, left_out = 0;
    for (const FailedWait& wait : kFailedWaits) ++(is_known_to_fail(wait, info) ? left_out : asked);
    EXPECT_GT(asked, 0) << platform;
    EXPECT_GT(left_out, 0) << platform;
  }
}

}  // namespace
}  // namespace assay::opencl::testing
