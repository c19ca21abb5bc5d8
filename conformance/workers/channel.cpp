// Framing: the lengths of JSON and text, then both.
#include "conformance/workers/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace assay::conformance {

Channel::~Channel() {
  if (fd_ >= 0) ::close(fd_);
}

Channel::Channel(Channel&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

bool Channel::send(const Message& message) {
  const std::string json = specs::json_text(message.json);
  const std::array<std::uint64_t, 2> lengths{json.size(), message.text.size()};
  std::string frame(sizeof lengths, '\0');
  std::memcpy(frame.data(), lengths.data(), sizeof lengths);
  frame += json;
  frame += message.text;
  for (std::size_t at = 0; at < frame.size();) {
    const ssize_t sent = ::send(fd_, frame.data() + at, frame.size() - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += static_cast<std::size_t>(sent);
  }
  return true;
}

bool Channel::read_exactly(char* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = ::recv(fd_, to, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<Message> Channel::receive() {
  std::array<std::uint64_t, 2> lengths{};
  if (!read_exactly(reinterpret_cast<char*>(lengths.data()), sizeof lengths)) return std::nullopt;
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 30;
  if (lengths[0] > kLongest || lengths[1] > kLongest) return shut();
  std::string json(lengths[0], '\0');
  Message message;
  message.text.resize(lengths[1]);
  if (!read_exactly(json.data(), json.size()) ||
      !read_exactly(message.text.data(), message.text.size()))
    return std::nullopt;
  message.json = specs::Json::parse(json, nullptr, false);
  if (message.json.is_discarded()) return shut();
  return message;
}

bool Channel::has_more() const {
  pollfd at{fd_, POLLIN, 0};
  return ::poll(&at, 1, 0) == 1;
}

std::nullopt_t Channel::shut() {
  ::shutdown(fd_, SHUT_RDWR);
  return std::nullopt;
}

}  // namespace assay::conformance
