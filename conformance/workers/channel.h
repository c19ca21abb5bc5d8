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
  /// Whether receive() need not wait for a message to begin.
  bool has_more() const;
  /// Waits for a whole message. Nothing where the other end is gone, or has lost its mind and says
  /// what is no message: then the channel is shut.
  std::optional<Message> receive();

 private:
  std::nullopt_t shut();
  bool read_exactly(char* to, std::size_t count);

  int fd_ = -1;
};

}  // namespace assay::conformance
