#pragma once

#include <cstddef>
#include <span>

#include "opencl/device/command_stream.h"

namespace assay::opencl {

/// The commands that move bytes between the host and a buffer. Each transfer is cut into `pieces`
/// pieces. The memory that is passed must stay valid until all commands are done. All throw
/// CallFailure.
class BufferCommands {
 public:
  BufferCommands(CommandStream& stream, std::size_t pieces) : stream_(stream), pieces_(pieces) {}

  /// Write and read commands at an offset into the buffer.
  void write(const cl::Buffer& to, std::size_t offset, std::span<const std::byte> image) const;
  void read(const cl::Buffer& from, std::size_t offset, std::span<std::byte> to) const;
  /// Write and read commands for rectangles.
  void write_rows(const cl::Buffer& buffer, std::span<const std::byte> image) const;
  void read_rows(const cl::Buffer& buffer, std::span<std::byte> to) const;
  /// Transfers by mapping. `host` is the host memory that the buffer lies over, or null. If it is
  /// given, the mapped bytes are read from there.
  void write_mapped(const cl::Buffer& buffer, std::span<const std::byte> image) const;
  void read_mapped(const cl::Buffer& buffer, const std::byte* host, std::span<std::byte> to) const;
  /// Fills `size` bytes from an offset on with a pattern. Its size is a power of 2 up to 128, of
  /// which `offset` and `size` are multiples.
  void fill(const cl::Buffer& buffer, std::span<const std::byte> pattern, std::size_t offset,
            std::size_t size) const;
  /// Copies the first `size` bytes of a buffer to another buffer.
  void copy(const cl::Buffer& from, const cl::Buffer& to, std::size_t size) const;
  /// Copies `size` bytes as rectangles between two places of one buffer that do not overlap. Each
  /// place is 0 or given by place_of_copy().
  void copy_rows(const cl::Buffer& buffer, std::size_t from, std::size_t to,
                 std::size_t size) const;
  /// A place for the copy of an image of `size` bytes that begins at 0. It is a multiple of the
  /// width of the rows that copy_rows() copies, and at least `margin` bytes behind the image.
  static std::size_t place_of_copy(std::size_t size, std::size_t margin);

 private:
  CommandStream& stream_;
  std::size_t pieces_;
};

}  // namespace assay::opencl
