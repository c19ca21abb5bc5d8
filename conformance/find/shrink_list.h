#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace assay::conformance {

/// A small part of the numbers 0 … count−1 that is still interesting, found by removing ever
/// smaller chunks (delta debugging). All numbers together must be interesting.
std::vector<std::size_t> shrink_list(
    std::size_t count, const std::function<bool(const std::vector<std::size_t>&)>& interesting);

}  // namespace assay::conformance
