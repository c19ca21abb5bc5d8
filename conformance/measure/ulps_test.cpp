// The largest errors of built-in functions are measured on the device under test.
#include "conformance/measure/ulps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "conformance/measure/ulp_arguments.h"
#include "ops/arithmetic/builtins.h"
#include "ops/error.h"

namespace assay::conformance::testing {
namespace {

opencl::Device device() {
  const char* const name = std::getenv("ASSAY_TEST_DEVICE");
  return opencl::Device::open(name ? name : "");
}

TEST(Ulps, AreMeasuredForEachFunctionAsScalarAndVector) {
  const Ulps ulps = measure_ulps(device(), {.arguments = 999, .types = {UlpType::Float32}});
  ASSERT_EQ(ulps.errors.size(), 2 * ops::all_builtins().size());
  EXPECT_EQ(ulps.arguments, 1000u);
  for (const UlpError& e : ulps.errors) {
    const ops::Builtin* f = ops::builtin_named(e.function);
    ASSERT_NE(f, nullptr);
    EXPECT_EQ(e.limit, f->limit);
    EXPECT_EQ(e.results, 1000u);
    EXPECT_GE(e.largest, 0) << e.name();
    EXPECT_TRUE(e.is_beyond() || e.largest <= e.limit) << e.name();
    // No driver rounds each of these correctly.
    EXPECT_TRUE(e.function != "pow" || e.largest > 0.5);
  }
}

TEST(Ulps, OfHalvesAreThoseOfASingleResultThatIsRoundedOnce) {
  const Ulps ulps = measure_ulps(
      device(), {.arguments = 4000, .functions = {"exp", "divide"}, .types = {UlpType::Float16}});
  ASSERT_EQ(ulps.errors.size(), 4u);
  for (const UlpError& e : ulps.errors) {
    EXPECT_EQ(e.type, UlpType::Float16);
    EXPECT_EQ(e.results, e.function == "exp" ? 65536u : 4000u);
    EXPECT_EQ(e.limit, 0.5 + (e.function == "exp" ? 3 : 2.5) / 8192);
    EXPECT_FALSE(e.is_beyond()) << e.name();
    EXPECT_GT(e.largest, 0.49) << e.name();
    EXPECT_LE(e.largest, e.limit) << e.name();
    // The argument is a half, and so is what came.
    for (const float x : {e.a, e.b, e.came}) EXPECT_EQ(std::fmod(x, 0x1p-24f), 0) << e.name();
  }
}

TEST(Ulps, AreMeasuredForVectorsOfEachLength) {
  const std::vector<int> all{std::begin(kVectorLanes), std::end(kVectorLanes)};
  // The third lane of vectors of three is inaccurate.
  const std::string inaccurate =
      "#define SOUND(T) T __attribute__((overloadable)) off(T x) { return sqrt(x); }\n"
      "SOUND(float) SOUND(float2) SOUND(float4) SOUND(float8) SOUND(float16)\n"
      "float3 __attribute__((overloadable)) off(float3 x) {\n"
      "  float3 y = sqrt(x);\n"
      "  y.z *= 1.01f;\n"
      "  return y;\n"
      "}\n"
      "#define sqrt off\n";
  for (const UlpType type : {UlpType::Float32, UlpType::Float16}) {
    const Ulps ulps = measure_ulps(device(), {.arguments = 1000,
                                              .functions = {"sqrt", "divide"},
                                              .types = {type},
                                              .lanes = all,
                                              .prelude = inaccurate});
    ASSERT_EQ(ulps.errors.size(), 2 * all.size());
    for (std::size_t i = 0; i < ulps.errors.size(); ++i) {
      const UlpError& e = ulps.errors[i];
      EXPECT_EQ(e.lanes, all[i % all.size()]);
      EXPECT_EQ(e.is_beyond(), e.function == "sqrt" && e.lanes == 3) << e.name();
      // The last vector of three halves is not full.
      const bool all_halves = type == UlpType::Float16 && e.function == "sqrt";
      EXPECT_EQ(e.results, all_halves ? 65536u : 1000u) << e.name();
    }
  }
}

TEST(Ulps, TellOfAnInaccurateFunctionWithTheArgument) {
  const std::string inaccurate = "#define exp(x) exp2((x) * 1.4427f)\n";
  const Ulps ulps = measure_ulps(device(), {.functions = {"exp", "exp2"},
                                            .types = {UlpType::Float32, UlpType::Float16},
                                            .prelude = inaccurate});
  ASSERT_EQ(ulps.errors.size(), 8u);
  for (const UlpError& e : ulps.errors) {
    EXPECT_EQ(e.is_beyond(), e.function == "exp") << e.name();
    if (!e.is_beyond()) continue;
    EXPECT_GT(e.largest, e.limit) << e.name();
    EXPECT_LT(e.refused, e.results) << e.name();
    EXPECT_NEAR(e.exact, std::exp(double{e.a}), std::abs(e.exact) * 1e-12) << e.name();
    EXPECT_NE(e.came, e.exact) << e.name();
  }
}

TEST(Ulps, SayWhichTypeIsNotSupported) {
  const opencl::Device d = device();
  const Ulps ulps =
      measure_ulps(d, {.arguments = 64, .functions = {"sqrt"}, .types = {UlpType::Half}});
  EXPECT_EQ(ulps.errors.size(), d.info().fp16 ? 2u : 0u);
  ASSERT_EQ(ulps.not_supported.size(), d.info().fp16 ? 0u : 1u);
  if (!d.info().fp16) {
    EXPECT_EQ(ulps.not_supported[0].type, UlpType::Half);
    EXPECT_EQ(ulps.not_supported[0].reason, "the device lacks cl_khr_fp16");
  }
  for (const UlpError& e : ulps.errors) EXPECT_EQ(e.limit, 0.5);
}

TEST(Ulps, FollowFromTheSeed) {
  const auto all = [](std::uint64_t seed) {
    std::vector<float> arguments;
    for (const UlpError& e : measure_ulps(device(), {.arguments = 64,
                                                     .seed = seed,
                                                     .functions = {"exp", "pow"},
                                                     .types = {UlpType::Float32}})
                                 .errors)
      arguments.push_back(e.a);
    return arguments;
  };
  EXPECT_EQ(all(1), all(1));
  EXPECT_NE(all(1), all(2));
}

TEST(Ulps, AreOfKnownFunctions) {
  try {
    measure_ulps(device(), {.functions = {"ex"}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("no built-in function ex; the nearest is "),
              std::string::npos)
        << e.what();
  }
}

TEST(Ulps, OfFunctionsOfOneHalfHaveAllHalvesAsArguments) {
  const std::vector<std::uint16_t> all = half_arguments(*ops::builtin_named("tan"), 4, 1);
  ASSERT_EQ(all.size(), 65536u);
  for (std::uint32_t bits = 0; bits < 65536; ++bits) ASSERT_EQ(all[bits], bits);
  EXPECT_EQ(value_of(std::uint16_t{0x3c00}), 1);
  EXPECT_EQ(value_of(std::uint16_t{0x8001}), -0x1p-24f);
  EXPECT_EQ(value_of(std::uint16_t{0xfc00}), -HUGE_VALF);
  EXPECT_TRUE(std::signbit(value_of(std::uint16_t{0x8000})));
  EXPECT_TRUE(std::isnan(value_of(std::uint16_t{0x7c01})));
  // Of two operands they are drawn: there are edges, denormals and special values among them.
  int denormal = 0, special = 0;
  for (const std::uint16_t bits : half_arguments(*ops::builtin_named("divide"), 10000, 1)) {
    denormal += (bits & 0x7fff) != 0 && (bits & 0x7c00) == 0;
    special += (bits & 0x7c00) == 0x7c00;
  }
  EXPECT_GT(denormal, 100);
  EXPECT_GT(special, 100);
}

}  // namespace
}  // namespace assay::conformance::testing
