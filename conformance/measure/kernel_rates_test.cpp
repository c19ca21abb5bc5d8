// Rates are measured of packed cases near the size that was asked for, and of each variant.
#include "conformance/measure/kernel_rates.h"

#include <gtest/gtest.h>

#include "specs/rules.h"
#include "testing/conformance/device.h"

namespace assay::conformance {
namespace {

TEST(KernelRates, are_of_packed_cases_near_the_size_that_was_asked_for) {
  for (const specs::Spec* spec : testing::some_specs())
    for (const std::uint64_t elements : {std::uint64_t{1} << 15, std::uint64_t{1} << 24}) {
      const specs::Case c = case_for_rates(*spec, elements);
      // Not every operator takes FLOAT32.
      if (!c.spec) continue;
      ASSERT_EQ(c.spec, spec);
      EXPECT_TRUE(specs::is_valid(c));
      EXPECT_LE(total_elements(c), elements / 8 * 9) << spec->name();
      for (const ops::TensorDesc& t : c.descriptor.tensors) EXPECT_FALSE(t.strided) << spec->name();
    }
  // An operator that copies can have any size.
  const specs::Spec& slice = *testing::catalogue().find("slice1");
  for (const std::uint64_t elements : {std::uint64_t{1} << 15, std::uint64_t{1} << 24})
    EXPECT_GE(total_elements(case_for_rates(slice, elements)), elements / 2);
}

TEST(KernelRates, have_every_variant_of_a_case) {
  KernelLibrary library(std::nullopt);
  const std::string name = testing::sound_pipeline().device().full_name();
  opencl::Launcher launcher(opencl::Device::open(name));
  const specs::Spec& spec = *testing::catalogue().find("slice1");
  const auto rates = measure_kernels(launcher, library, case_for_rates(spec, 1 << 15), 2);
  EXPECT_GE(rates.size(), 2u);
  for (const KernelRate& rate : rates) {
    EXPECT_GT(rate.seconds, 0) << rate.variant;
    EXPECT_GT(rate.of_copy(), 0) << rate.variant;
    EXPECT_GE(rate.bytes, rate.elements * 4) << rate.variant;
  }
}

}  // namespace
}  // namespace assay::conformance
