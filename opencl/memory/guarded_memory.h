#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "opencl/device/cl.h"
#include "opencl/device/device.h"
#include "opencl/memory/changed_bytes.h"
#include "opencl/memory/device_memory.h"

namespace assay::opencl {

/// One buffer that holds pieces, with guards around each: the host's image of what it must hold,
/// the device's buffer, and the bytes that came back. Memory is kept between uses and only grows.
class GuardedMemory {
 public:
  /// What the host puts into a piece, and whether a kernel may change it. Unwritten: poison that a
  /// kernel may change. Untouched: poison that no kernel may change. Constant: an image that no
  /// kernel may change. Changing: an image that a kernel may change.
  enum class Contents : std::uint8_t { Unwritten, Untouched, Constant, Changing };
  struct Piece {
    /// The piece's first byte, counted from the buffer's start, and its size in bytes.
    std::size_t begin, bytes;
    Contents contents;
    std::size_t end() const { return begin + bytes; }
    bool is_constant() const {
      return contents == Contents::Untouched || contents == Contents::Constant;
    }
  };
  enum class Where : std::uint8_t { Before, Inside, After };
  /// Bytes that changed. The offset counts from the piece's begin.
  struct Change {
    std::size_t piece;
    Where where;
    ChangedBytes bytes;
  };

  /// Forgets all pieces. Each piece that is added later has at least `guard` bytes of its own on
  /// both sides; the first piece has at least `front` bytes before it.
  void clear(std::size_t guard, std::size_t front);
  /// Lays out a piece and returns its begin: the first possible multiple of `alignment`, moved on
  /// by `steps` multiples. Throws CallFailure if no buffer could be that large.
  std::size_t add(std::uint64_t bytes, std::size_t alignment, std::size_t steps, Contents contents);
  /// Ends the buffer at the first multiple of `unit` that is not before the last piece's end. The
  /// bytes up to there are that piece's guard.
  void end_at(std::size_t unit);
  /// Does the same, and moves the last piece on towards that end, as far as its alignment allows.
  /// Returns by how many bytes it moved.
  std::size_t end_with_last_at(std::size_t unit);
  const std::vector<Piece>& pieces() const { return pieces_; }
  /// The bytes from the buffer's start to its end, which is the end of the last guard.
  std::size_t size() const { return size_; }

  /// Fills the image with `poison`, which must stay valid until find_changes() is done.
  void fill(std::span<const std::byte> poison);
  /// A piece of the image, for the caller to write. Only for pieces whose contents are an image.
  std::span<std::byte> image(std::size_t piece);
  /// The piece as the host made it.
  std::span<const std::byte> expected(std::size_t piece) const;

  /// Does the same as DeviceMemory::bind.
  void bind(cl::Kernel& kernel, cl_uint index) const { device_.bind(kernel, index); }
  /// Does the same as DeviceMemory::buffer.
  BufferPart buffer() const { return device_.buffer(size_); }
  /// Makes the device's buffer. Where it may hold an image's bytes already, or the guards', because
  /// the last launch left them there, it queues a command that overwrites them and returns true:
  /// the upload must then be in a later stage. Throws CallFailure.
  bool prepare(const Device& device, CommandStream& stream, const LaunchOptions& options);
  /// Queues one step of the upload of the image (DeviceMemory::upload_steps). Throws CallFailure.
  void upload(CommandStream& stream, unsigned step) { device_.upload(stream, expected_, step); }
  /// Queues one step of the download (DeviceMemory::download_steps). Throws CallFailure.
  void download(CommandStream& stream, unsigned step);
  /// Call it when all commands are done, before came() and find_changes().
  void complete();
  /// Does the same as DeviceMemory::release.
  void release() { device_.release(); }

  /// The piece as it came back.
  std::span<const std::byte> came(std::size_t piece) const;
  /// Compares what came back with the image: the guards, the constant pieces, and what lies around
  /// the image. Appends one change for each region that changed, those within the image in the
  /// order of memory.
  void find_changes(std::vector<Change>& changes) const;

 private:
  void find_changes(std::size_t piece, Where where, std::size_t from, std::size_t to,
                    std::vector<Change>& changes) const;
  const std::byte* came_bytes() const { return cames_[is_kept_].bytes.get(); }
  bool was_left() const;
  std::size_t guard_begin(std::size_t piece) const;
  std::size_t guard_end(std::size_t piece) const;

  std::vector<Piece> pieces_;
  std::size_t guard_ = 0, front_ = 0, size_ = 0, last_alignment_ = 1;
  /// Host memory that only grows.
  struct Grown {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t capacity = 0;
    void grow(std::size_t size);
  };
  Grown own_;
  // What came back last from each place: from the buffer that is kept, and from any other one.
  std::array<Grown, 2> cames_;
  bool is_kept_ = false;
  std::span<const std::byte> expected_;
  DeviceMemory device_;
  std::vector<ChangedBytes> around_;
};

}  // namespace assay::opencl
