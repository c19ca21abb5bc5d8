#pragma once

#include <optional>
#include <string>

#include "ops/deadline.h"

namespace assay::ops {

/// Reads what comes through a pipe, line by line.
class LineReader {
 public:
  /// The descriptor stays the caller's.
  explicit LineReader(int fd) : fd_(fd) {}

  /// The next line, without its newline. Nothing at the end, and where the deadline passes or a
  /// signal arrives before the line is whole.
  std::optional<std::string> next(const Deadline& deadline);
  /// Whether all lines were read, and none will come.
  bool at_end() const { return ended_ && text_.empty(); }

 private:
  int fd_;
  std::string text_;
  bool ended_ = false;
};

}  // namespace assay::ops
