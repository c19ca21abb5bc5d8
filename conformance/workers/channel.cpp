// A message is sent as the lengths of JSON and text, followed by both. Received bytes are kept
// until a message is complete, so memory is used only for what came and not for what was announced.
#include "conformance/workers/channel.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "ops/error.h"

namespace assay::conformance {
namespace {

using Lengths = std::array<std::uint64_t, 2>;

/// How long send() waits before it asks whether to go on.
constexpr int kTurnMilliseconds = 50;

}  // namespace

std::optional<std::uint64_t> number_of(const Message& message) {
  if (!message.json.is_object()) return std::nullopt;
  if (!message.json.contains("number")) return 0;
  const specs::Json& number = message.json["number"];
  if (!number.is_number_unsigned()) return std::nullopt;
  return number.get<std::uint64_t>();
}

bool Channel::send(const Message& message, const ops::Deadline& deadline,
                   const std::function<bool()>& go_on) {
  const std::string json = specs::json_text(message.json);
  if (json.size() + message.text.size() > kLongest)
    throw Error(fmt::format("a message of {} bytes is too long for a worker",
                            json.size() + message.text.size()));
  const Lengths lengths{json.size(), message.text.size()};
  std::string frame(sizeof lengths, '\0');
  std::memcpy(frame.data(), lengths.data(), sizeof lengths);
  frame += json;
  frame += message.text;
  for (std::size_t at = 0; at < frame.size();) {
    const ssize_t sent =
        ::send(fd(), frame.data() + at, frame.size() - at, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      at += static_cast<std::size_t>(sent);
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent == 0 || errno != EAGAIN) return false;
    if (deadline.has_passed() || (go_on && !go_on())) {
      shut();
      return false;
    }
    pollfd room{fd(), POLLOUT, 0};
    const int most = deadline.poll_milliseconds();
    ::poll(&room, 1, go_on && (most < 0 || most > kTurnMilliseconds) ? kTurnMilliseconds : most);
  }
  return true;
}

bool Channel::take_in(const ops::Deadline& deadline) {
  pollfd come{fd(), POLLIN, 0};
  if (over_ || ::poll(&come, 1, deadline.poll_milliseconds()) <= 0) return false;
  std::array<char, 1 << 16> some;
  const ssize_t got = ::recv(fd(), some.data(), some.size(), MSG_DONTWAIT);
  if (got > 0) {
    received_.append(some.data(), static_cast<std::size_t>(got));
    since_taken_.lap();
    return true;
  }
  if (got == 0 || (errno != EINTR && errno != EAGAIN)) over_ = true;
  return false;
}

std::optional<Message> Channel::receive(const ops::Deadline& deadline) {
  Lengths lengths{};
  while (true) {
    if (received_.size() >= sizeof lengths) {
      std::memcpy(lengths.data(), received_.data(), sizeof lengths);
      if (lengths[0] > most_ || lengths[1] > most_ - lengths[0]) return refuse();
      if (received_.size() >= sizeof lengths + lengths[0] + lengths[1]) break;
    }
    if (!take_in(deadline) && (over_ || deadline.has_passed())) return std::nullopt;
  }
  const std::size_t text = sizeof lengths + lengths[0], end = text + lengths[1];
  Message message{
      specs::Json::parse(received_.begin() + sizeof lengths,
                         received_.begin() + static_cast<std::ptrdiff_t>(text), nullptr, false),
      received_.substr(text, lengths[1])};
  received_.erase(0, end);
  if (message.json.is_discarded()) return refuse();
  return message;
}

std::nullopt_t Channel::refuse() {
  shut();
  over_ = refused_ = true;
  return std::nullopt;
}

bool Channel::has_more() const {
  pollfd at{fd(), POLLIN, 0};
  return !received_.empty() || ::poll(&at, 1, 0) == 1;
}

void Channel::shut() {
  ::shutdown(fd(), SHUT_RDWR);
  shut_ = true;
}

}  // namespace assay::conformance
