#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/hash.h"

namespace assay::conformance {

/// A set of examples.
class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64) {}
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  bool has(std::size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  std::size_t count() const { return count_with(*this); }
  /// How many examples are in both sets.
  std::size_t count_with(const Bits& other) const;
  Bits with(const Bits& other) const {
    Bits both = *this;
    for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] &= other.words_[w];
    return both;
  }
  bool meets(const Bits& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (words_[w] & other.words_[w]) return true;
    return false;
  }
  void add(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  void remove(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  }
  bool contains(const Bits& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      if (other.words_[w] & ~words_[w]) return false;
    return true;
  }
  std::size_t hash() const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : words_) hash = ops::hash_with(hash, word);
    return hash;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace assay::conformance
