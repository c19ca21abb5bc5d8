#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

namespace assay {

/// The harness cannot go on, because its input, a spec or a file is wrong. The message is one line
/// that names the place. The entry points catch this error, print it and exit with 2.
struct Error : std::runtime_error {
  /// A NUL from a file or a driver would cut the message off, so it is replaced.
  explicit Error(std::string what)
      : std::runtime_error((std::replace(what.begin(), what.end(), '\0', '?'), what)) {}
};

}  // namespace assay
