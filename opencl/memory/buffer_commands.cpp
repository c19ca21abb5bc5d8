// Pieces and rows do not overlap, and a buffer is unmapped before a kernel uses it.
#include "opencl/memory/buffer_commands.h"

#include <algorithm>
#include <cstring>

#include "opencl/memory/pieces.h"

namespace assay::opencl {
namespace {

// Rows of an odd number of bytes, each cut into two columns. One rectangle for each column covers
// all whole rows.
struct Rows {
  explicit Rows(std::size_t size) : width(std::max<std::size_t>(37, size / 64 | 1)) {
    count = size / width;
  }
  std::size_t width, count;
  /// The corner of a column in the image that begins at `place`, a multiple of the width.
  cl::array<cl::size_type, 3> corner(std::size_t x, std::size_t place) const {
    return {x, place / width, 0};
  }
  template <class Act>
  void each_column(Act act) const {
    const std::size_t left = width / 3;
    if (count == 0) return;
    act(std::size_t{0}, left);
    act(left, width - left);
  }
};

cl::array<cl::size_type, 3> triple(std::size_t a, std::size_t b, std::size_t c) {
  return {a, b, c};
}

}  // namespace

void BufferCommands::write(const cl::Buffer& to, std::size_t offset,
                           std::span<const std::byte> image) const {
  each_piece(image.size(), pieces_, [&](std::size_t from, std::size_t end) {
    // A second piece is written by a blocking command, if the stream is not held.
    const cl_bool blocking = from > 0 && !stream_.held() ? CL_TRUE : CL_FALSE;
    check("clEnqueueWriteBuffer", stream_.queue().enqueueWriteBuffer(
                                      to, blocking, offset + from, end - from, image.data() + from,
                                      stream_.waits(), stream_.event()));
  });
}

void BufferCommands::read(const cl::Buffer& from, std::size_t offset,
                          std::span<std::byte> to) const {
  each_piece(to.size(), pieces_, [&](std::size_t begin, std::size_t end) {
    const cl_bool blocking = begin > 0 && !stream_.held() ? CL_TRUE : CL_FALSE;
    check("clEnqueueReadBuffer",
          stream_.queue().enqueueReadBuffer(from, blocking, offset + begin, end - begin,
                                            to.data() + begin, stream_.waits(), stream_.event()));
  });
}

void BufferCommands::write_rows(const cl::Buffer& buffer, std::span<const std::byte> image) const {
  const Rows rows(image.size());
  rows.each_column([&](std::size_t x, std::size_t width) {
    check("clEnqueueWriteBufferRect",
          stream_.queue().enqueueWriteBufferRect(
              buffer, CL_FALSE, triple(x, 0, 0), triple(x, 0, 0), triple(width, rows.count, 1),
              rows.width, 0, rows.width, 0, image.data(), stream_.waits(), stream_.event()));
  });
  const std::size_t done = rows.width * rows.count;
  if (done < image.size())
    check("clEnqueueWriteBuffer", stream_.queue().enqueueWriteBuffer(
                                      buffer, CL_FALSE, done, image.size() - done,
                                      image.data() + done, stream_.waits(), stream_.event()));
}

void BufferCommands::read_rows(const cl::Buffer& buffer, std::span<std::byte> to) const {
  const Rows rows(to.size());
  rows.each_column([&](std::size_t x, std::size_t width) {
    check("clEnqueueReadBufferRect",
          stream_.queue().enqueueReadBufferRect(
              buffer, CL_FALSE, triple(x, 0, 0), triple(x, 0, 0), triple(width, rows.count, 1),
              rows.width, 0, rows.width, 0, to.data(), stream_.waits(), stream_.event()));
  });
  const std::size_t done = rows.width * rows.count;
  if (done < to.size())
    check("clEnqueueReadBuffer",
          stream_.queue().enqueueReadBuffer(buffer, CL_FALSE, done, to.size() - done,
                                            to.data() + done, stream_.waits(), stream_.event()));
}

void BufferCommands::write_mapped(const cl::Buffer& buffer,
                                  std::span<const std::byte> image) const {
  bool odd = false;
  each_piece(image.size(), pieces_, [&](std::size_t from, std::size_t end) {
    // Every byte of the region is written, so both flags are correct. The pieces use them in turn.
    const cl_map_flags flags = odd ? CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION;
    odd = !odd;
    cl_int code = CL_SUCCESS;
    void* const mapped = stream_.queue().enqueueMapBuffer(buffer, CL_TRUE, flags, from, end - from,
                                                          stream_.waits(), nullptr, &code);
    check("clEnqueueMapBuffer", code);
    std::memcpy(mapped, image.data() + from, end - from);
    check("clEnqueueUnmapMemObject",
          stream_.queue().enqueueUnmapMemObject(buffer, mapped, stream_.waits(), stream_.event()));
  });
}

void BufferCommands::read_mapped(const cl::Buffer& buffer, const std::byte* host,
                                 std::span<std::byte> to) const {
  each_piece(to.size(), pieces_, [&](std::size_t from, std::size_t end) {
    cl_int code = CL_SUCCESS;
    void* const mapped = stream_.queue().enqueueMapBuffer(
        buffer, CL_TRUE, CL_MAP_READ, from, end - from, stream_.waits(), nullptr, &code);
    check("clEnqueueMapBuffer", code);
    // For a buffer over host memory, the mapped bytes must appear in that host memory, too.
    const void* const bytes = host ? host + from : mapped;
    std::memcpy(to.data() + from, bytes, end - from);
    if (host && std::memcmp(bytes, mapped, end - from) != 0)
      throw CallFailure("clEnqueueMapBuffer with other bytes than the buffer's host memory",
                        CL_SUCCESS);
    check("clEnqueueUnmapMemObject",
          stream_.queue().enqueueUnmapMemObject(buffer, mapped, stream_.waits(), stream_.event()));
  });
}

// The C function is called, because the bindings take the pattern as one value whose type has the
// pattern's size.
void BufferCommands::fill(const cl::Buffer& buffer, std::span<const std::byte> pattern,
                          std::size_t offset, std::size_t size) const {
  const auto* waits = stream_.waits();
  cl_event event = nullptr;
  cl::Event* to = stream_.event();
  const bool wait = waits && !waits->empty();
  check("clEnqueueFillBuffer",
        clEnqueueFillBuffer(stream_.queue()(), buffer(), pattern.data(), pattern.size(), offset,
                            size, wait ? static_cast<cl_uint>(waits->size()) : 0,
                            wait ? reinterpret_cast<const cl_event*>(waits->data()) : nullptr,
                            to ? &event : nullptr));
  if (to) *to = event;
}

void BufferCommands::copy(const cl::Buffer& from, const cl::Buffer& to, std::size_t size) const {
  each_piece(size, pieces_, [&](std::size_t begin, std::size_t end) {
    check("clEnqueueCopyBuffer",
          stream_.queue().enqueueCopyBuffer(from, to, begin, begin, end - begin, stream_.waits(),
                                            stream_.event()));
  });
}

void BufferCommands::copy_rows(const cl::Buffer& buffer, std::size_t from, std::size_t to,
                               std::size_t size) const {
  const Rows rows(size);
  rows.each_column([&](std::size_t x, std::size_t width) {
    check("clEnqueueCopyBufferRect", stream_.queue().enqueueCopyBufferRect(
                                         buffer, buffer, rows.corner(x, from), rows.corner(x, to),
                                         triple(width, rows.count, 1), rows.width, 0, rows.width, 0,
                                         stream_.waits(), stream_.event()));
  });
  const std::size_t done = rows.width * rows.count;
  if (done < size)
    check("clEnqueueCopyBuffer",
          stream_.queue().enqueueCopyBuffer(buffer, buffer, from + done, to + done, size - done,
                                            stream_.waits(), stream_.event()));
}

std::size_t BufferCommands::place_of_copy(std::size_t size, std::size_t margin) {
  const std::size_t width = Rows(size).width;
  return (size + margin + width - 1) / width * width;
}

}  // namespace assay::opencl
