#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ops/deadline.h"
#include "ops/file_descriptor.h"
#include "ops/stopwatch.h"
#include "specs/json.h"

namespace assay::conformance {

/// A message between parent and worker: JSON, and a text.
struct Message {
  specs::Json json;
  std::string text;
};

/// The number of the request that a message answers; 0, that of the start, where it has none.
/// Nothing where the message has another form.
std::optional<std::uint64_t> number_of(const Message& message);

/// One end of a socket pair.
class Channel {
 public:
  /// The most bytes that a message can have; and those that a worker's reply can have, whose JSON
  /// takes many times as much memory. If the other end announces more, the channel is shut.
  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 30,
                                 kLongestReply = std::uint64_t{1} << 26;

  /// `most`: the most bytes that a received message may have.
  explicit Channel(int fd = -1, std::uint64_t most = kLongest) : fd_(fd), most_(most) {}

  int fd() const { return fd_.get(); }
  /// Sends a message. Gives false if the other end is gone, or if it does not take the message by
  /// the deadline, or before `go_on`, which is asked now and then, gives false; the channel is then
  /// shut. Throws Error if the message is longer
  /// than kLongest.
  bool send(const Message& message, const ops::Deadline& deadline = ops::Deadline::never(),
            const std::function<bool()>& go_on = {});
  /// Whether receive() need not wait for a message to begin.
  bool has_more() const;
  /// The next message. Gives nothing if the message is not complete by the deadline; the part that
  /// has come is kept. Gives nothing, too, if no message will come: see is_over().
  std::optional<Message> receive(const ops::Deadline& deadline = ops::Deadline::never());
  /// Whether no message will come: the other end is gone, or it sent something that is no message.
  /// In the second case the channel is shut.
  bool is_over() const { return over_; }
  /// Whether the other end sent something that is no message.
  bool is_refused() const { return refused_; }
  /// After receive() gave nothing: the seconds since the last bytes came of a message that is not
  /// complete; 0 where none has begun.
  double seconds_in_part() const { return received_.empty() ? 0 : since_taken_.seconds(); }
  /// Ends both directions. What has come by then can still be received.
  void shut();
  bool is_shut() const { return shut_; }

 private:
  /// Receives what has come. Gives false if nothing came by the deadline, and at the end of the
  /// channel.
  bool take_in(const ops::Deadline& deadline);
  std::nullopt_t refuse();

  ops::FileDescriptor fd_;
  std::uint64_t most_;
  std::string received_;
  bool over_ = false, shut_ = false, refused_ = false;
  ops::Stopwatch since_taken_;
};

}  // namespace assay::conformance
