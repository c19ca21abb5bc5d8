// Faults of the commands that move bytes: lengths, offsets, pitches, patterns, and order.
#include <algorithm>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

// Queues a command that only waits for its events and signals its own event.
cl_int nothing(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
  return next->clEnqueueMarkerWithWaitList(queue, count, waits, event);
}

struct Span {
  size_t offset, size;
};

template <Span (*Edit)(Span)>
cl_int write(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
             const void* from, cl_uint count, const cl_event* waits, cl_event* event) {
  const Span span = Edit({offset, size});
  if (span.size == 0) return nothing(queue, count, waits, event);
  return next->clEnqueueWriteBuffer(queue, buffer, blocking, span.offset, span.size, from, count,
                                    waits, event);
}

Span short_by_4(Span s) { return {s.offset, s.size / 4 * 4}; }
Span aligned_to_4(Span s) { return {s.offset / 4 * 4, s.size}; }
Span wrapped_at_4g(Span s) { return {s.offset & 0xffffffff, s.size}; }
Span within_64k(Span s) { return {s.offset, std::min<size_t>(s.size, 65536)}; }

cl_int read_short(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                  size_t size, void* to, cl_uint count, const cl_event* waits, cl_event* event) {
  if (size < 16) return nothing(queue, count, waits, event);
  return next->clEnqueueReadBuffer(queue, buffer, blocking, offset, size / 16 * 16, to, count,
                                   waits, event);
}

cl_int read_rarely_lost(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                        size_t size, void* to, cl_uint count, const cl_event* waits,
                        cl_event* event) {
  static EveryNth rare(300);
  if (rare.now()) return nothing(queue, count, waits, event);
  return next->clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, count, waits, event);
}

cl_int read_unordered(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                      size_t size, void* to, cl_uint, const cl_event*, cl_event* event) {
  return next->clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, 0, nullptr, event);
}

cl_int write_rows_together(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                           const size_t* origin, const size_t* host_origin, const size_t* region,
                           size_t, size_t, size_t host_row, size_t host_slice, const void* from,
                           cl_uint count, const cl_event* waits, cl_event* event) {
  return next->clEnqueueWriteBufferRect(queue, buffer, blocking, origin, host_origin, region,
                                        origin[0] + region[0], 0, host_row, host_slice, from, count,
                                        waits, event);
}

cl_int copy_to_start(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, size_t,
                     size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  return next->clEnqueueCopyBuffer(queue, from, to, offset, 0, size, count, waits, event);
}

cl_int copy_short(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, size_t to_offset,
                  size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  if (size == 1) return nothing(queue, count, waits, event);
  return next->clEnqueueCopyBuffer(queue, from, to, offset, to_offset, size - 1, count, waits,
                                   event);
}

cl_int copy_rows_to_start(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* origin,
                          const size_t* to_origin, const size_t* region, size_t row, size_t slice,
                          size_t to_row, size_t to_slice, cl_uint count, const cl_event* waits,
                          cl_event* event) {
  const size_t first_row[3] = {to_origin[0], 0, to_origin[2]};
  if (from == to && origin[1] == 0) return nothing(queue, count, waits, event);
  return next->clEnqueueCopyBufferRect(queue, from, to, origin, first_row, region, row, slice,
                                       to_row, to_slice, count, waits, event);
}

cl_int fill_flat(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                 size_t offset, size_t size, cl_uint count, const cl_event* waits,
                 cl_event* event) {
  const std::vector<unsigned char> flat(pattern_size, *static_cast<const unsigned char*>(pattern));
  return next->clEnqueueFillBuffer(queue, buffer, flat.data(), pattern_size, offset, size, count,
                                   waits, event);
}

cl_int fill_short(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                  size_t offset, size_t size, cl_uint count, const cl_event* waits,
                  cl_event* event) {
  if (size <= pattern_size) return nothing(queue, count, waits, event);
  return next->clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset,
                                   size - pattern_size, count, waits, event);
}

cl_int image_narrow(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                    const size_t* corner, const size_t* region, cl_uint count,
                    const cl_event* waits, cl_event* event) {
  // The rows in the buffer would lie closer together, so only a single row is cut.
  const size_t width = region[1] == 1 ? region[0] - region[0] / 4 : region[0];
  const size_t narrow[3] = {width, region[1], region[2]};
  return next->clEnqueueCopyBufferToImage(queue, from, to, offset, corner, narrow, count, waits,
                                          event);
}

cl_int image_to_start(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* corner,
                      const size_t* region, size_t, cl_uint count, const cl_event* waits,
                      cl_event* event) {
  return next->clEnqueueCopyImageToBuffer(queue, from, to, corner, region, 0, count, waits, event);
}

}  // namespace

bool install_transfer_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "write-tail")
    layer.clEnqueueWriteBuffer = write<short_by_4>;
  else if (fault == "write-offset")
    layer.clEnqueueWriteBuffer = write<aligned_to_4>;
  else if (fault == "write-64k")
    layer.clEnqueueWriteBuffer = write<within_64k>;
  else if (fault == "write-wrapped")
    layer.clEnqueueWriteBuffer = write<wrapped_at_4g>;
  else if (fault == "read-tail")
    layer.clEnqueueReadBuffer = read_short;
  else if (fault == "read-lost")
    layer.clEnqueueReadBuffer = read_rarely_lost;
  else if (fault == "read-unordered")
    layer.clEnqueueReadBuffer = read_unordered;
  else if (fault == "rect-pitch")
    layer.clEnqueueWriteBufferRect = write_rows_together;
  else if (fault == "copy-offset")
    layer.clEnqueueCopyBuffer = copy_to_start;
  else if (fault == "copy-tail")
    layer.clEnqueueCopyBuffer = copy_short;
  else if (fault == "copy-rect-row")
    layer.clEnqueueCopyBufferRect = copy_rows_to_start;
  else if (fault == "fill-pattern")
    layer.clEnqueueFillBuffer = fill_flat;
  else if (fault == "fill-short")
    layer.clEnqueueFillBuffer = fill_short;
  else if (fault == "image-narrow")
    layer.clEnqueueCopyBufferToImage = image_narrow;
  else if (fault == "image-to-start")
    layer.clEnqueueCopyImageToBuffer = image_to_start;
  else
    return false;
  return true;
}

}  // namespace assay::layer
