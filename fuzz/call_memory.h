#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "opencl/device/device.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// A command's place among others: the queue it goes to, what it must wait for, and the event that
/// tells of its end.
struct Command {
  cl::CommandQueue queue;
  const std::vector<cl::Event>* waits;
  cl::Event* done;
};

/// One piece of memory between guards: the bytes that it must hold, a buffer made in one of the
/// ways that OpenCL has, and what came back.
class CallMemory {
 public:
  static constexpr std::size_t kGuard = 128;

  /// Lays out `bytes`, poisoned, guards and all; `align` and the guards are multiples of 8. Forgets
  /// an earlier buffer.
  void lay_out(std::size_t bytes, std::size_t align, std::uint8_t poison);
  /// Lays out `bytes` at the very start, with a guard behind them alone.
  void lay_out_first(std::span<const std::byte> bytes, std::uint8_t poison);
  /// Where the piece begins, in bytes.
  std::size_t begin() const { return begin_; }
  std::span<std::byte> image() { return std::span(image_).subspan(begin_, bytes_); }

  /// Makes the buffer, in a drawn way. Some ways bring the contents along; all others need
  /// upload().
  void create(const cl::Context& context, specs::Chooser& chooser);
  bool is_created() const { return buffer_() != nullptr; }
  /// Queues the image to the buffer in a drawn way: written, written in two halves, mapped and
  /// copied, or written elsewhere and copied over. Throws opencl::CallFailure, like all of these.
  void upload(const cl::Context& context, const Command& command, specs::Chooser& chooser);
  /// Queues the buffer back: read, or mapped and copied.
  void download(const Command& command, specs::Chooser& chooser);
  const cl::Buffer& buffer() const { return buffer_; }
  /// Drops the buffer; what is queued keeps it.
  void release() { buffer_ = cl::Buffer(); }

  /// After the download is done: the piece, and the first byte that was changed outside of it (or
  /// in it, where it is `constant`), relative to its begin.
  std::span<const std::byte> came() const { return std::span(came_).subspan(begin_, bytes_); }
  std::optional<std::int64_t> damage(bool constant) const;

 private:
  std::vector<std::byte> image_, came_, host_;
  void fill(std::size_t bytes, std::uint8_t poison);

  std::size_t begin_ = 0, bytes_ = 0;
  cl::Buffer buffer_, staging_;
};

}  // namespace assay::fuzz
