#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace assay::ops {

/// Calls `f` with a zero of the unsigned integer type that is `width` bytes wide: 1, 2, 4 or 8.
/// Copies and comparisons of bits depend only on the width of an element.
template <class F>
void with_word(std::size_t width, F&& f) {
  switch (width) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
  }
  assert(false && "no such width");
}

}  // namespace assay::ops
