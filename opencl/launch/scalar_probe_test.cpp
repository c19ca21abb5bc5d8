// Tests the values that the probe passes. That the probe finds a driver's faults is tested with the
// faults of the layer.
#include "opencl/launch/scalar_probe.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <string>

namespace assay::opencl {
namespace {

TEST(ScalarProbe, gives_every_argument_both_signs_and_other_values_each_launch) {
  for (std::uint64_t seed : {0u, 1u, 7u, 1u << 31})
    for (std::size_t i = 0; i < ScalarProbe::kScalars.size(); ++i) {
      const ScalarProbe::Scalar& scalar = ScalarProbe::kScalars[i];
      const std::uint64_t a = ScalarProbe::value(seed, 0, i), b = ScalarProbe::value(seed, 1, i);
      const unsigned bits = static_cast<unsigned>(8 * scalar.size);
      EXPECT_NE(a >> (bits - 1) & 1, b >> (bits - 1) & 1) << scalar.type;
      for (const std::uint64_t value : {a, b}) {
        EXPECT_EQ(bits == 64 ? 0 : value >> bits, 0u) << scalar.type;
        const auto low = static_cast<std::uint32_t>(value);
        EXPECT_TRUE(std::string(scalar.type) != "float" ||
                    std::isfinite(std::bit_cast<float>(low)));
      }
    }
}

TEST(ScalarProbe, widens_as_the_language_does) {
  using P = ScalarProbe;
  EXPECT_EQ(P::widened(0x80, {"char", 1, true}), 0xffff'ffff'ffff'ff80u);
  EXPECT_EQ(P::widened(0x80, {"uchar", 1, false}), 0x80u);
  EXPECT_EQ(P::widened(0x7fff, {"short", 2, true}), 0x7fffu);
  EXPECT_EQ(P::widened(0xffff'fffe, {"int", 4, true}), 0xffff'ffff'ffff'fffeu);
  EXPECT_EQ(P::widened(0x8000'0000'0000'0001u, {"long", 8, true}), 0x8000'0000'0000'0001u);
}

TEST(ScalarProbe, asks_for_dimensions_that_a_launch_does_not_have) {
  std::set<std::string> calls;
  for (std::size_t i = 0; i < ScalarProbe::kCalls; ++i) {
    const std::string call = ScalarProbe::call(i);
    calls.insert(call);
    EXPECT_NE(ScalarProbe::source().find("] = " + call + ";"), std::string::npos) << call;
    const bool is_size = call.find("size") != call.npos || call.find("num_") != call.npos;
    EXPECT_EQ(ScalarProbe::answer(i), is_size ? 1u : 0u) << call;
  }
  EXPECT_EQ(calls.size(), ScalarProbe::kCalls);
  EXPECT_TRUE(calls.contains("get_global_size(3u)"));
}

}  // namespace
}  // namespace assay::opencl
