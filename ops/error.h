#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

namespace assay {

/// The harness cannot go on: wrong input, a wrong spec, a file that cannot be read. Its message is
/// one line that names the place. Caught at the entry points, which print it and exit with 2.
struct Error : std::runtime_error {
  /// A NUL, from a file or a driver, would cut the message off.
  explicit Error(std::string what)
      : std::runtime_error((std::replace(what.begin(), what.end(), '\0', '?'), what)) {}
};

}  // namespace assay
