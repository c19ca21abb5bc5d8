// That a driver which reads the list late is found is tested with a fault of the layer.
#include "opencl/launch/svm_free.h"

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(SvmFree, keeps_its_pointers_on_a_sound_driver) {
  const Device& device = test_device();
  if (!device.info().coarse_svm) GTEST_SKIP() << "needs coarse-grained shared virtual memory";
  for (int again = 0; again < 3; ++again) {
    const auto damage = probe_svm_free(device);
    EXPECT_FALSE(damage) << damage->name;
  }
}

}  // namespace
}  // namespace assay::opencl::testing
