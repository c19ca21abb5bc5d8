#pragma once

#include <optional>
#include <string>

#include "specs/json.h"

namespace assay::conformance {

/// What parent and worker say to each other: JSON with a text beside it.
struct Message {
  specs::Json json;
  std::string text;
};

/// One end of a socket pair.
class Channel {
 public:
  Channel() = default;
  explicit Channel(int fd) : fd_(fd) {}
  ~Channel();
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;

  int fd() const { return fd_; }
  /// False where the other end is gone.
  bool send(const Message& message);
  /// Waits for a whole message. Nothing where the other end is gone, or after `seconds` (negative:
  /// no limit) without one; timed_out() tells which.
  std::optional<Message> receive(double seconds = -1);
  bool timed_out() const { return timed_out_; }

 private:
  bool read_exactly(char* to, std::size_t count, double deadline);

  int fd_ = -1;
  bool timed_out_ = false;
};

}  // namespace assay::conformance
