// Tests of device globs, and of what the device under test reports.

#include "opencl/device/device.h"

#include <gtest/gtest.h>

#include "opencl/device/call_failure.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(Glob, matches_the_whole_text_in_either_case) {
  EXPECT_TRUE(matches_glob("Radeon 780M", "radeon*"));
  EXPECT_TRUE(matches_glob("Radeon 780M", "*78?m"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("aXbXc", "a*x*c"));
  EXPECT_FALSE(matches_glob("Radeon 780M", "radeon"));
  EXPECT_FALSE(matches_glob("Radeon", "?radeon"));
  EXPECT_FALSE(matches_glob("ab", "a"));
}

TEST(Device, is_listed_and_opens_by_either_name) {
  const DeviceInfo& info = test_device().info();
  bool listed = false;
  for (const DeviceInfo& other : list_devices()) listed |= other.full_name() == info.full_name();
  EXPECT_TRUE(listed);
  EXPECT_GT(info.max_work_group_size, 0u);
  EXPECT_GT(info.max_allocation, 0u);
  EXPECT_FALSE(info.name.empty());
  EXPECT_EQ(Device::open(info.platform + "/*").info().platform, info.platform);
}

TEST(Device, that_is_not_there_is_an_error_that_lists_those_that_are) {
  try {
    Device::open("no such device");
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find(test_device().info().name), std::string::npos);
  }
}

TEST(CallFailure, is_known_by_name) {
  EXPECT_EQ(CallFailure("clFinish", -5).code_name, "CL_OUT_OF_RESOURCES");
  EXPECT_EQ(CallFailure("clFinish", -9999).code_name, "CL_UNKNOWN_-9999");
}

TEST(CallFailure, keeps_the_begin_of_a_long_build_log) {
  std::string log;
  while (log.size() < 1 << 20) log += "<kernel>:1: error\n";
  const CallFailure failure("clBuildProgram", -11, log);
  EXPECT_LT(failure.build_log.size(), 1u << 15);
  EXPECT_TRUE(failure.build_log.starts_with("<kernel>:1: error\n<kernel>:1: error\n"));
  EXPECT_TRUE(failure.build_log.ends_with(" bytes more)"));
  EXPECT_EQ(CallFailure("clBuildProgram", -11, "short").build_log, "short");
}

}  // namespace
}  // namespace assay::opencl::testing
