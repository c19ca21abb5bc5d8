// Lines are read from a pipe.
#include "ops/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace assay::ops {

std::optional<std::string> LineReader::next(const Deadline& deadline) {
  while (true) {
    if (const std::size_t end = text_.find('\n'); end != text_.npos) {
      std::string line = text_.substr(0, end);
      text_.erase(0, end + 1);
      return line;
    }
    if (text_.size() > kLongest) return std::exchange(text_, {});
    if (ended_) return text_.empty() ? std::nullopt : std::optional(std::exchange(text_, {}));
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, deadline.poll_milliseconds()) <= 0) return std::nullopt;
    std::array<char, 4096> some;
    const ::ssize_t count = ::read(fd_, some.data(), some.size());
    if (count > 0)
      text_.append(some.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      ended_ = true;
    if (!ended_ && text_.find('\n') == text_.npos && deadline.has_passed()) return std::nullopt;
  }
}

}  // namespace assay::ops
