#include "conformance/find/simpler_float.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "ops/value_key.h"
#include "specs/number_text.h"

namespace assay::conformance {
namespace {

using ops::DataType;

std::int64_t key(const char* text) {
  return ops::key_of(DataType::FLOAT32, *specs::number_from_text(DataType::FLOAT32, text));
}

std::uint64_t complexity_of(const char* text) {
  return float_complexity(DataType::FLOAT32, key(text));
}

TEST(SimplerFloat, OrdersAsAReaderWould) {
  const char* const rising[] = {"0", "-0", "1", "-1", "1.5", "1.25", "2", "4", "0.1", "inf", "nan"};
  for (std::size_t i = 1; i < std::size(rising); ++i)
    EXPECT_LT(complexity_of(rising[i - 1]), complexity_of(rising[i])) << rising[i];
}

TEST(SimplerFloat, EachStepIsSimplerAndEveryValueLeadsToZero) {
  std::mt19937_64 random(1);
  for (const DataType type : {DataType::FLOAT16, DataType::FLOAT32, DataType::FLOAT64})
    for (int i = 0; i < 2000; ++i) {
      std::int64_t at = ops::key_of(type, random());
      if (at == 0) continue;
      const auto simpler = simpler_floats(type, at);
      ASSERT_FALSE(simpler.empty());
      EXPECT_EQ(simpler.front(), 0);
      for (const std::int64_t s : simpler)
        ASSERT_LT(float_complexity(type, s), float_complexity(type, at));
    }
}

}  // namespace
}  // namespace assay::conformance
