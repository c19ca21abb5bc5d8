#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

#include "conformance/base/cleaned.h"

namespace assay::cmd {

/// Writes text to standard error at once. Where standard error cannot be written, the text is lost,
/// and the program goes on: there is nobody else to tell.
inline void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// Prints text for people to standard output. Words from outside that stand in it do no harm. JSON
/// and other text for programs is printed by fmt::print().
template <class... T>
void say(fmt::format_string<T...> format, T&&... arguments) {
  const std::string text =
      conformance::clean_for_terminal(fmt::format(format, std::forward<T>(arguments)...));
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace assay::cmd
