#pragma once

#include <cstdint>
#include <string_view>

/// All hashes, and the random numbers that are made of them. Case data, routes, plans, shards and
/// the layout of memory follow from their values, which are frozen (ops/hash_test.cpp).
namespace assay::ops {

/// A number with its 64 bits well mixed: the finalizer of SplitMix64. Different numbers stay
/// different.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// 32 bits of a number, mixed by one multiplication.
constexpr std::uint32_t mix_to_32(std::uint64_t x) {
  return static_cast<std::uint32_t>(((x ^ (x >> 31)) * 0xbf58476d1ce4e5b9) >> 32);
}

/// What SplitMix64 adds to its state for each number: 2^64 divided by the golden ratio.
constexpr std::uint64_t kMixStep = 0x9e3779b97f4a7c15;

/// Number `index` of the random numbers that a key stands for. Those of the key 0 are SplitMix64's
/// with the seed 0, the first of which has the index 1.
constexpr std::uint64_t random_at(std::uint64_t key, std::uint64_t index) {
  return mix(key + index * kMixStep);
}

/// The hash of a sequence of numbers, from the hash of all but the last and the last. The hash of
/// no numbers is 0.
constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t number) {
  return mix(hash * kMixStep + number + 1);
}

/// The FNV-1a hash of no text.
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;

/// The FNV-1a hash of a text, or of a text behind another one whose hash is `before`.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t before = kFnvBasis) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return before;
}

/// A text's bytes as the digits of a number with the base 31, modulo 2^64.
constexpr std::uint64_t number_of_text(std::string_view text) {
  std::uint64_t number = 0;
  for (const char c : text) number = number * 31 + static_cast<unsigned char>(c);
  return number;
}

}  // namespace assay::ops
