#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "opencl/device/cl.h"
#include "opencl/device/device.h"
#include "opencl/memory/changed_bytes.h"
#include "opencl/memory/device_memory.h"

namespace assay::opencl {

/// One buffer that holds pieces, one a case, with guards around each: the host's image of what it
/// must hold, the device's buffer, and what came back. Memory is kept between uses and only grows.
class GuardedMemory {
 public:
  /// What the host puts into a piece, and whether a kernel may change it: poison that it may,
  /// poison that it may not, an image that it may not, an image that it may.
  enum class Contents : std::uint8_t { Unwritten, Untouched, Constant, Changing };
  struct Piece {
    /// Bytes from the buffer's start.
    std::size_t begin, bytes;
    Contents contents;
    std::size_t end() const { return begin + bytes; }
    bool is_constant() const {
      return contents == Contents::Untouched || contents == Contents::Constant;
    }
  };
  enum class Where : std::uint8_t { Before, Inside, After };
  /// Bytes that changed, from the piece's begin.
  struct Change {
    std::size_t piece;
    Where where;
    ChangedBytes bytes;
  };

  /// Forgets the pieces. Each to come gets at least `guard` bytes of its own on both sides, the
  /// first `front` bytes before it.
  void clear(std::size_t guard, std::size_t front);
  /// Lays out a piece: its begin is a multiple of `alignment`, `steps` multiples further than need
  /// be. Gives its begin. Throws CallFailure where no buffer could be that large.
  std::size_t add(std::uint64_t bytes, std::size_t alignment, std::size_t steps, Contents contents);
  const std::vector<Piece>& pieces() const { return pieces_; }
  /// Bytes from the buffer's start to the end of the last guard.
  std::size_t size() const { return size_; }

  /// Makes the image: `poison` everywhere, which must last until the changes are found.
  void fill(std::span<const std::byte> poison);
  /// A piece of the image, to be written where its contents are an image.
  std::span<std::byte> image(std::size_t piece);
  /// A piece as the host made it.
  std::span<const std::byte> expected(std::size_t piece) const;

  /// As DeviceMemory's.
  void bind(cl::Kernel& kernel, cl_uint index) const { device_.bind(kernel, index); }
  /// Queues a step of what brings the image to the device (DeviceMemory::steps). Throws
  /// CallFailure.
  void upload(const Device& device, CommandStream& stream, const LaunchOptions& options,
              unsigned step);
  /// Queues a step of what brings it back. Throws CallFailure.
  void download(CommandStream& stream, unsigned step);
  /// After all commands are done.
  void complete();

  /// A piece as it came back.
  std::span<const std::byte> came(std::size_t piece) const;
  /// Compares what came back with the image: the guards, constant pieces, and what lies around the
  /// image. Appends the changes, one a region, those of the image in the order of memory.
  void find_changes(std::vector<Change>& changes) const;

 private:
  void find_changes(std::size_t piece, Where where, std::size_t from, std::size_t to,
                    std::vector<Change>& changes) const;
  std::size_t guard_begin(std::size_t piece) const;

  std::vector<Piece> pieces_;
  std::size_t guard_ = 0, front_ = 0, size_ = 0;
  std::unique_ptr<std::byte[]> own_, came_;
  std::size_t own_capacity_ = 0, came_capacity_ = 0;
  std::span<const std::byte> expected_;
  DeviceMemory device_;
  std::vector<ChangedBytes> around_;
};

}  // namespace assay::opencl
