#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opencl/device/device.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// How a command is ordered among others: the queue that it goes to, the events that it must wait
/// for, and the event that signals its end.
struct Command {
  cl::CommandQueue queue;
  const std::vector<cl::Event>* waits;
  cl::Event* done;
};

/// One piece of memory between guards: the bytes that it must hold, a buffer made in one of the
/// ways that OpenCL offers, and the bytes that came back.
class CallMemory {
 public:
  static constexpr std::size_t kGuard = 128;

  /// Lays out a piece of `bytes` bytes. The piece and its guards are filled with poison. The piece
  /// begins at a multiple of `align`, a multiple of 8. Drops an earlier buffer.
  void lay_out(std::size_t bytes, std::size_t align, std::uint8_t poison);
  /// Copies `bytes` to the start of the memory. There is a guard only behind them.
  void lay_out_first(std::span<const std::byte> bytes, std::uint8_t poison);
  /// The first byte of the piece, counted from the memory's start.
  std::size_t begin() const { return begin_; }
  /// The bytes of the piece and its guards.
  std::size_t size() const { return image_.size(); }
  std::span<std::byte> image() { return std::span(image_).subspan(begin_, bytes_); }

  /// Makes the buffer in a way that `chooser` draws. Only upload() is sure to bring the contents.
  /// Throws opencl::CallFailure, as upload() and download() do.
  void create(const cl::Context& context, specs::Chooser& chooser);
  bool is_created() const { return buffer_() != nullptr; }
  /// Queues the upload of the image in a way that `chooser` draws: a write, a write in two halves,
  /// a copy to mapped memory, or a write to another buffer and a copy from there.
  void upload(const cl::Context& context, const Command& command, specs::Chooser& chooser);
  /// Queues the download of the buffer: a read, or a copy from mapped memory.
  void download(const Command& command, specs::Chooser& chooser);
  const cl::Buffer& buffer() const { return buffer_; }
  /// Drops the buffer. Queued commands keep it alive.
  void release() { buffer_ = cl::Buffer(); }

  /// The bytes of the piece that came back. Call came() and damage() when the download is done.
  /// damage() gives the first byte that was changed outside of the piece, relative to its begin. If
  /// `constant` is true, it looks for changes inside the piece too.
  std::span<const std::byte> came() const { return std::span(came_).subspan(begin_, bytes_); }
  std::optional<std::int64_t> damage(bool constant) const;

 private:
  std::vector<std::byte> image_, came_, host_;
  void fill(std::size_t bytes, std::uint8_t poison);

  std::size_t begin_ = 0, bytes_ = 0;
  cl::Buffer buffer_, staging_;
};

}  // namespace assay::fuzz
