#pragma once

#include <cstdint>
#include <string_view>

/// All hashes are here, and the random numbers that are made from them. Case data, routes, plans,
/// shards and the layout of memory depend on their values, so the values are frozen
/// (ops/hash_test.cpp).
namespace assay::ops {

/// Mixes the 64 bits of a number well, by the finalizer of SplitMix64. Different numbers give
/// different results.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Mixes a number into 32 bits by one multiplication.
constexpr std::uint32_t mix_to_32(std::uint64_t x) {
  return static_cast<std::uint32_t>(((x ^ (x >> 31)) * 0xbf58476d1ce4e5b9) >> 32);
}

/// The number that SplitMix64 adds to its state for each random number: 2^64 divided by the golden
/// ratio.
constexpr std::uint64_t kMixStep = 0x9e3779b97f4a7c15;

/// The random number `index` of the sequence that belongs to `key`. The sequence of the key 0 is
/// SplitMix64's with the seed 0, whose first number has the index 1.
constexpr std::uint64_t random_at(std::uint64_t key, std::uint64_t index) {
  return mix(key + index * kMixStep);
}

/// The hash of a sequence of numbers, made from the hash of all numbers before the last one and
/// from the last one. The hash of an empty sequence is 0.
constexpr std::uint64_t hash_with(std::uint64_t hash, std::uint64_t number) {
  return mix(hash * kMixStep + number + 1);
}

/// The FNV-1a hash of the empty text.
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;

/// The FNV-1a hash of a text. If the text continues another one, `before` is the hash of that one.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t before = kFnvBasis) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return before;
}

/// A text's bytes, read as the digits of a number in base 31, modulo 2^64.
constexpr std::uint64_t number_of_text(std::string_view text) {
  std::uint64_t number = 0;
  for (const char c : text) number = number * 31 + static_cast<unsigned char>(c);
  return number;
}

}  // namespace assay::ops
