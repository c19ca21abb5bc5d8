#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ops/deadline.h"
#include "ops/file_descriptor.h"
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
  /// The most bytes that a message can have. Whoever claims more is not listened to any longer.
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 30;

  explicit Channel(int fd = -1) : fd_(fd) {}

  int fd() const { return fd_.get(); }
  /// False where the other end is gone, or does not take the message until the deadline: then the
  /// channel is shut. Throws Error where the message is longer than a message can be.
  bool send(const Message& message, const ops::Deadline& deadline = ops::Deadline::never());
  /// Whether receive() need not wait for a message to begin.
  bool has_more() const;
  /// The next message. Nothing where it is not whole by the deadline; what has come of it is kept.
  /// Nothing, too, where none will come: see is_over().
  std::optional<Message> receive(const ops::Deadline& deadline = ops::Deadline::never());
  /// Whether no message will come: the other end is gone, or it said what is no message, at which
  /// the channel is shut.
  bool is_over() const { return over_; }
  /// Ends both directions. What has come by then can still be received.
  void shut();
  bool is_shut() const { return shut_; }

 private:
  /// Takes in what has come. False where nothing came until the deadline, and at the end.
  bool take_in(const ops::Deadline& deadline);
  std::nullopt_t refuse();

  ops::FileDescriptor fd_;
  std::string received_;
  bool over_ = false, shut_ = false;
};

}  // namespace assay::conformance
