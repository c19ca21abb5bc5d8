#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "specs/chooser.h"

namespace assay::fuzz {

/// One choice that was read from bytes: the `n` of below(n), and the bytes that it took, `width`
/// bytes from `at` on.
struct Choice {
  std::uint64_t n;
  std::size_t at, width;
};

/// Choices from a fuzzer's bytes. Each choice takes as many bytes as its n needs, the lowest byte
/// first. When all bytes are used, every choice is 0, which is the simplest.
class ByteChooser : public specs::Chooser {
 public:
  explicit ByteChooser(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t below(std::uint64_t n) override;

  /// The choices so far for which there were bytes.
  const std::vector<Choice>& choices() const { return choices_; }
  bool spent() const { return at_ >= bytes_.size(); }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::vector<Choice> choices_;
};

}  // namespace assay::fuzz
