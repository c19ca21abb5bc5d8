#pragma once

#include <cstdio>
#include <string_view>

namespace assay::cmd {

/// Writes text to standard error at once. Where standard error cannot be written, the text is lost,
/// and the program goes on: there is nobody else to tell.
inline void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace assay::cmd
