#include "opencl/device/spirv.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "opencl/program/build_options.h"
#include "opencl/program/program.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

TEST(Spirv, is_made_of_every_kernel_and_of_nothing_else) {
  ASSERT_TRUE(can_make_spirv()) << "needs clang-15 and llvm-spirv-15 (cmd/setup.sh --dev)";
  for (const TypedOperator& o : some_operators()) {
    const KernelFile file = load_kernels(*o.signature);
    for (const Variant& variant : file.variants) {
      const std::vector<ops::DataType> types = types_taken(o, variant);
      if (types.empty()) continue;
      for (const CaseSpace space : {CaseSpace::Global, CaseSpace::Constant, CaseSpace::Value}) {
        LaunchOptions route;
        route.case_space = space;
        const auto module = make_spirv(file.source(variant), build_options(variant, types, route));
        ASSERT_TRUE(module && module->size() > 20) << file.path << " " << variant.name;
        std::uint32_t magic = 0;
        std::memcpy(&magic, module->data(), sizeof magic);
        EXPECT_EQ(magic, 0x07230203u);
      }
    }
  }
  EXPECT_FALSE(make_spirv("kernel void f( {", "-cl-std=CL1.2"));
}

TEST(Spirv, of_a_standard_that_clang_does_not_know_is_made_by_the_one_before) {
  ASSERT_TRUE(can_make_spirv()) << "needs clang-15 and llvm-spirv-15 (cmd/setup.sh --dev)";
  const char* const kernel = "#if __OPENCL_C_VERSION__ != 300\n#error\n#endif\nkernel void f() {}";
  EXPECT_TRUE(make_spirv(kernel, "-cl-std=CL3.0"));
  EXPECT_TRUE(make_spirv(kernel, "-cl-std=CL3.1"));
  EXPECT_FALSE(make_spirv(kernel, "-cl-std=CL2.0"));
}

}  // namespace
}  // namespace assay::opencl::testing
