// Framing: the lengths of JSON and text, then both.
#include "conformance/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

namespace assay::conformance {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Channel::~Channel() {
  if (fd_ >= 0) ::close(fd_);
}

Channel::Channel(Channel&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

bool Channel::send(const Message& message) {
  const std::string json = message.json.dump(-1, ' ', false, specs::Json::error_handler_t::replace);
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

bool Channel::read_exactly(char* to, std::size_t count, double deadline) {
  while (count > 0) {
    if (std::isfinite(deadline)) {
      pollfd p{fd_, POLLIN, 0};
      const double left = std::max(0.0, deadline - now());
      const int ready = ::poll(&p, 1, static_cast<int>(std::ceil(left * 1000)));
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) {
        timed_out_ = true;
        return false;
      }
    }
    const ssize_t got = ::recv(fd_, to, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<Message> Channel::receive(double seconds) {
  timed_out_ = false;
  const double deadline = seconds < 0 ? HUGE_VAL : now() + seconds;
  std::array<std::uint64_t, 2> lengths{};
  if (!read_exactly(reinterpret_cast<char*>(lengths.data()), sizeof lengths, deadline))
    return std::nullopt;
  std::string json(lengths[0], '\0');
  Message message;
  message.text.resize(lengths[1]);
  if (!read_exactly(json.data(), json.size(), deadline) ||
      !read_exactly(message.text.data(), message.text.size(), deadline))
    return std::nullopt;
  message.json = specs::Json::parse(json);
  return message;
}

}  // namespace assay::conformance
