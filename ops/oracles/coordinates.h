#pragma once

#include <rapidcheck.h>

#include <random>
#include <string>

#include "ops/problem.h"

namespace assay::ops {

// These helpers for tests handle coordinates one by one. They are slow, and share no code with the
// oracles.

/// Steps to the next coordinates in row-major order. Returns false after the last ones.
inline bool step(List& at, const List& sizes) {
  for (std::size_t i = sizes.size(); i-- > 0;) {
    if (++at[i] < sizes[i]) return true;
    at[i] = 0;
  }
  return false;
}

/// The row-major position of coordinates.
inline std::uint64_t position(const List& at, const List& sizes) {
  std::uint64_t p = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    p = p * static_cast<std::uint64_t>(sizes[i]) + static_cast<std::uint64_t>(at[i]);
  return p;
}

/// Elements of a type with random bits. They have at most `distinct` different patterns.
inline Bytes random_elements(std::mt19937_64& random, DataType type, std::uint64_t count,
                             std::uint64_t distinct = 1u << 20) {
  std::vector<std::uint64_t> patterns(std::min(distinct, count));
  for (std::uint64_t& p : patterns) p = random();
  Bytes bytes(count * size_of(type));
  for (std::uint64_t i = 0; i < count; ++i)
    set_bits(type, bytes, i, patterns[random() % patterns.size()]);
  return bytes;
}

/// An integer in low..high.
inline std::int64_t pick(std::mt19937_64& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

inline DataType pick(std::mt19937_64& random, std::span<const DataType> choices) {
  return choices[random() % choices.size()];
}

/// Checks `property(random)` with a few thousand seeds. No seed is simpler than another, so none is
/// shrunk.
template <class F>
bool holds(const std::string& title, F property) {
  return rc::check(title, [&] {
    const auto seed =
        *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20; ++i) property(random);
  });
}

}  // namespace assay::ops
