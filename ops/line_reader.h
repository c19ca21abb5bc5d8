#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ops/deadline.h"

namespace assay::ops {

/// Reads a pipe line by line. A line of more than kLongest bytes comes in several pieces.
class LineReader {
 public:
  static constexpr std::size_t kLongest = 1 << 20;

  /// The caller still owns the descriptor.
  explicit LineReader(int fd) : fd_(fd) {}

  /// Returns the next line without its newline. Returns nothing at the end, and if the deadline
  /// passes or a signal arrives before the line is complete.
  std::optional<std::string> next(const Deadline& deadline);
  /// Whether all lines were read and no more will come.
  bool at_end() const { return ended_ && text_.empty(); }

 private:
  int fd_;
  std::string text_;
  bool ended_ = false;
};

}  // namespace assay::ops
