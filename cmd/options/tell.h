#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "cmd/options/colour.h"
#include "conformance/base/cleaned.h"
#include "conformance/base/words.h"
#include "ops/file_descriptor.h"
#include "ops/utf8.h"

namespace assay::cmd {

/// Writes text to standard error at once. Where standard error cannot be written, the text is lost,
/// and the program goes on: there is nobody else to tell.
inline void tell(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// Writes a complaint as one line to standard error, behind what was printed before it.
inline void tell_complaint(const std::string& what) {
  std::fflush(stdout);
  // A message may hold a line of the user's of any length.
  constexpr std::size_t kLongest = 4000;
  const std::string line = what.substr(0, what.find_last_not_of('\n') + 1);
  tell(fmt::format("assay: {}\n", conformance::clean_for_terminal(
                                      ops::printable(conformance::shortened(line, kLongest)))));
}

/// Writes out what was printed. Where that fails (also where a signal that asks for an end comes
/// while nobody reads), all that is printed from then on fails at once, and so holds up nothing.
inline void flush_output() {
  if (!std::ferror(stdout) && std::fflush(stdout) == 0) return;
  const ops::FileDescriptor unwritable(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (unwritable) ::dup2(unwritable.get(), STDOUT_FILENO);
}

/// Prints text for people to standard output, in colours where it takes them. Words from outside
/// that stand in it do no harm. JSON and other text for programs is printed by fmt::print().
template <class... T>
void say(fmt::format_string<T...> format, T&&... arguments) {
  std::string text =
      conformance::clean_for_terminal(fmt::format(format, std::forward<T>(arguments)...));
  if (is_coloured()) text = coloured(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) flush_output();
}

}  // namespace assay::cmd
