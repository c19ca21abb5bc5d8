#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "opencl/cl.h"
#include "opencl/device.h"

namespace assay::opencl {

/// One buffer that holds pieces, one a case, with guards around each: the host's image of what it
/// must hold, the device's buffer, and what came back. Memory is kept between uses and only grows.
class GuardedMemory {
 public:
  struct Piece {
    /// Bytes from the buffer's start.
    std::size_t begin, bytes;
    std::size_t end() const { return begin + bytes; }
  };
  enum class Where : std::uint8_t { Before, Inside, After };
  /// Bytes that changed: the first one, relative to the piece's begin, and how many.
  struct Damage {
    std::size_t piece;
    Where where;
    std::int64_t offset;
    std::uint8_t expected, came;
    std::uint64_t count;
  };

  /// Forgets the pieces. Each to come gets at least `guard` bytes of its own on both sides, the
  /// first `front` bytes before it.
  void clear(std::size_t guard, std::size_t front);
  /// Lays out a piece: its begin is a multiple of `alignment`, `steps` multiples further than need
  /// be. Gives its begin. Throws CallFailure where no buffer could be that large.
  std::size_t add(std::uint64_t bytes, std::size_t alignment, std::size_t steps);
  /// Bytes from the buffer's start to the end of the last guard.
  std::size_t size() const { return size_; }

  /// What the host puts into the pieces: nothing, so that they hold poison; what must come back
  /// unchanged; or what a kernel may change.
  enum class Pieces : std::uint8_t { Unwritten, Constant, Changing };
  /// Makes the image: `poison` everywhere, which must last until the damage is found.
  void fill(std::span<const std::byte> poison, Pieces pieces);
  /// A piece of the image, to be written; not where pieces are unwritten.
  std::span<std::byte> image(std::size_t piece);

  /// The device's buffer, at least size() long.
  const cl::Buffer& buffer() const { return buffer_; }
  /// Queues the image to the buffer, which is made or grown first. Throws CallFailure.
  void upload(const Device& device);
  /// Queues the buffer back to the host. Throws CallFailure.
  void download(const Device& device);

  /// A piece as it came back.
  std::span<const std::byte> came(std::size_t piece) const;
  /// Compares what came back with the image: the guards, and constant pieces. Appends the damages
  /// in the order of memory, one a region.
  void find_damage(std::vector<Damage>& damages) const;

 private:
  void find_damage(std::size_t piece, Where where, std::size_t from, std::size_t to,
                   std::vector<Damage>& damages) const;
  std::size_t guard_begin(std::size_t piece) const;

  std::vector<Piece> pieces_;
  std::size_t guard_ = 0, front_ = 0, size_ = 0;
  std::unique_ptr<std::byte[]> own_, came_;
  std::size_t own_capacity_ = 0, came_capacity_ = 0, buffer_capacity_ = 0;
  std::span<const std::byte> expected_;
  Pieces contents_ = Pieces::Unwritten;
  cl::Buffer buffer_;
};

}  // namespace assay::opencl
