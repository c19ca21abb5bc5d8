#pragma once

#include <stdexcept>

namespace assay {

/// The harness cannot go on: wrong input, a wrong spec, a file that cannot be read. Its message is
/// one line that names the place. Caught at the entry points, which print it and exit with 2.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace assay
