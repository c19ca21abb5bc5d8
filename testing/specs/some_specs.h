#pragma once

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "specs/loader.h"

namespace assay::specs::testing {

/// The operators that a test over all operators takes: each one while they are few. Of many it is
/// so many at random, the same ones all through a process, so that a test costs no more when there
/// are more operators. ASSAY_TEST_OPERATOR is the name of one to take alone.
inline const std::vector<const Spec*>& some_specs(const Catalogue& catalogue) {
  constexpr std::size_t kMost = 8;
  static const std::vector<const Spec*> some = [&] {
    std::vector<const Spec*> all, chosen;
    for (const auto& spec : catalogue.all()) all.push_back(spec.get());
    if (const char* name = std::getenv("ASSAY_TEST_OPERATOR")) {
      all = {catalogue.find(name)};
      if (!all[0]) throw std::runtime_error(std::string("ASSAY_TEST_OPERATOR: none is ") + name);
    }
    std::sample(all.begin(), all.end(), std::back_inserter(chosen), kMost, std::random_device());
    return chosen;
  }();
  return some;
}

}  // namespace assay::specs::testing
