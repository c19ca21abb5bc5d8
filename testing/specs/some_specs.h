#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ops/hash.h"
#include "specs/loader.h"

namespace assay::specs::testing {

/// A seed for the suite that runs. Where ASSAY_TEST_SEED is set, it follows from that and from the
/// suite's name; else it is another one each time.
inline std::uint64_t test_seed() {
  const char* seed = std::getenv("ASSAY_TEST_SEED");
  const auto* suite = ::testing::UnitTest::GetInstance()->current_test_suite();
  return seed ? ops::fnv1a(seed, ops::fnv1a(suite ? suite->name() : "")) : std::random_device()();
}

/// The operators that a test over all operators takes. Where there are at most kMost, it takes all;
/// else kMost of them, chosen at random once in a process, so that the time of a test does not grow
/// with the number of operators. They follow from test_seed(). Where ASSAY_TEST_OPERATOR names an
/// operator, that one is taken with kBeside others; the word `all` there stands for all operators.
inline const std::vector<const Spec*>& some_specs(const Catalogue& catalogue) {
  constexpr std::size_t kMost = 8, kBeside = 3;
  static const std::vector<const Spec*> some = [&] {
    std::vector<const Spec*> all, chosen;
    for (const auto& spec : catalogue.all()) all.push_back(spec.get());
    if (const char* name = std::getenv("ASSAY_TEST_OPERATOR")) {
      if (std::string_view(name) == "all") return all;
      const Spec* named = catalogue.find(name);
      if (!named) throw std::runtime_error(std::string("ASSAY_TEST_OPERATOR: none is ") + name);
      chosen.push_back(named);
      std::erase(all, named);
    }
    std::mt19937_64 random(test_seed());
    std::sample(all.begin(), all.end(), std::back_inserter(chosen),
                chosen.empty() ? kMost : kBeside, random);
    return chosen;
  }();
  return some;
}

}  // namespace assay::specs::testing
