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
      ASSERT_EQ(c.spec, spec);
      EXPECT_TRUE(specs::is_valid(c));
      EXPECT_GE(total_elements(c), elements / 2) << spec->name();
      EXPECT_LE(total_elements(c), elements / 8 * 9) << spec->name();
      std::uint64_t answers = 0;
      for (const ops::Member& m : spec->signature.members) {
        if (!is_tensor(m.kind)) continue;
        const ops::TensorDesc& t = c.descriptor.tensors[m.place];
        EXPECT_FALSE(t.strided);
        if (m.kind == ops::Kind::Output) answers += *element_count(t.sizes);
      }
      EXPECT_GE(answers, total_elements(c) / 4) << spec->name();
    }
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
