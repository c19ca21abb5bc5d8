// Eleven ways to the device and back. All but those by shared memory are within OpenCL 1.2:
// rectangles and pieces do not overlap, what is mapped is unmapped before a kernel has it,
// sub-buffers begin at the alignment that the device asks for, and a stage of commands separates
// the uses of a buffer from those of its sub-buffer. Where a buffer is larger than its image, the
// rest is filled with a pattern that must come back.

#include "opencl/memory/device_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace assay::opencl {
namespace {

constexpr std::size_t kMargin = 64, kPatternSize = 16;
constexpr std::size_t kPage = 4096;

// Calls act(from, to) for each of the pieces, whose inner ends are odd.
template <class Act>
void each_piece(std::size_t size, std::size_t pieces, Act act) {
  std::size_t from = 0;
  for (std::size_t k = 1; k <= pieces && from < size; ++k) {
    const std::size_t to = k == pieces ? size : std::min(size, size * k / pieces | 1);
    if (to > from) act(from, to);
    from = std::max(from, to);
  }
}

// Rows of an odd number of bytes, each cut in two columns: two rectangles cover all whole rows.
struct Rows {
  explicit Rows(std::size_t size) : width(std::max<std::size_t>(37, size / 64 | 1)) {
    count = size / width;
  }
  std::size_t width, count;
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

std::byte DeviceMemory::pattern(std::size_t at) const {
  const std::size_t period = std::size_t{1} << (options_.placement % 5);
  return static_cast<std::byte>(0xa1 + 7 * (at % period));
}

void DeviceMemory::make_surroundings(std::size_t size) {
  const bool sub = options_.memory == MemoryKind::SubBuffer;
  const std::size_t unit = std::max<std::size_t>(device_->info().address_alignment, 1);
  origin_ = sub ? unit * (1 + options_.placement % 3) : 0;
  whole_ = rounded_up(origin_ + size + kMargin, kPatternSize);
  parent_ = device_->buffer(whole_);
  if (!sub) {
    buffer_ = parent_;
    other_ = device_->buffer(size);
    return;
  }
  cl_buffer_region region{origin_, size};
  cl_int code = CL_SUCCESS;
  buffer_ =
      parent_.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  check("clCreateSubBuffer", code);
}

void DeviceMemory::make(std::span<const std::byte> image) {
  switch (options_.memory) {
    case MemoryKind::UseHost:
      host_.reset(
          static_cast<std::byte*>(std::aligned_alloc(kPage, rounded_up(image.size(), kPage))));
      if (!host_) throw std::bad_alloc();
      std::memcpy(host_.get(), image.data(), image.size());
      buffer_ = device_->buffer(image.size(), CL_MEM_USE_HOST_PTR, host_.get());
      return;
    case MemoryKind::AllocHost:
      buffer_ = device_->buffer(image.size(), CL_MEM_ALLOC_HOST_PTR);
      return;
    case MemoryKind::CopyHost:
      buffer_ =
          device_->buffer(image.size(), CL_MEM_COPY_HOST_PTR, const_cast<std::byte*>(image.data()));
      return;
    case MemoryKind::SubBuffer:
    case MemoryKind::Copy:
      return make_surroundings(image.size());
    case MemoryKind::Svm:
    case MemoryKind::SvmCopy:
      svm_ = SvmMemory(*device_, image.size());
      return;
    case MemoryKind::Far:
      buffer_ = device_->buffer(kFarBytes + image.size());
      return;
    default:
      break;
  }
  if (image.size() > kept_capacity_) {
    buffer_ = kept_ = cl::Buffer();
    kept_capacity_ = 0;
    const std::size_t wanted =
        std::min<std::size_t>(image.size() + image.size() / 2, device_->info().max_allocation);
    const std::size_t capacity = std::max(image.size(), wanted);
    kept_ = device_->buffer(capacity);
    kept_capacity_ = capacity;
  }
  buffer_ = kept_;
}

void DeviceMemory::upload(const Device& device, CommandStream& stream,
                          std::span<const std::byte> image, const LaunchOptions& options,
                          unsigned step) {
  if (step == 0) {
    device_ = &device;
    options_ = options;
    make(image);
  }
  switch (options.memory) {
    case MemoryKind::Write:
      return write(stream, buffer_, 0, image);
    case MemoryKind::Rect:
      return write_rows(stream, image);
    case MemoryKind::Map:
    case MemoryKind::AllocHost:
      return write_mapped(stream, image);
    case MemoryKind::UseHost:
    case MemoryKind::CopyHost:
      return;
    case MemoryKind::SubBuffer:
      return step == 0 ? fill(stream) : write(stream, buffer_, 0, image);
    case MemoryKind::Copy:
      if (step == 1) return copy(stream, other_, buffer_, image.size());
      fill(stream);
      return write(stream, other_, 0, image);
    case MemoryKind::Far:
      return write(stream, buffer_, kFarBytes, image);
    case MemoryKind::Svm:
      return each_piece(image.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
        svm_.write_mapped(stream, from, image.subspan(from, end - from), from % 2 == 0);
      });
    case MemoryKind::SvmCopy:
      return each_piece(image.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
        svm_.write(stream, from, image.subspan(from, end - from));
      });
  }
}

void DeviceMemory::download(CommandStream& stream, std::span<std::byte> to, unsigned step) {
  switch (options_.memory) {
    case MemoryKind::Write:
    case MemoryKind::CopyHost:
      return read(stream, buffer_, 0, to);
    case MemoryKind::Rect:
      return read_rows(stream, to);
    case MemoryKind::Map:
    case MemoryKind::AllocHost:
    case MemoryKind::UseHost:
      return read_mapped(stream, to);
    case MemoryKind::SubBuffer:
      if (step == 1) return;
      came_.resize(whole_);
      return read(stream, parent_, 0, came_);
    case MemoryKind::Copy:
      if (step == 0) return copy(stream, buffer_, other_, to.size());
      came_.resize(whole_ - to.size());
      read(stream, other_, 0, to);
      return read(stream, parent_, to.size(), came_);
    case MemoryKind::Far:
      return read(stream, buffer_, kFarBytes, to);
    case MemoryKind::Svm:
      return each_piece(to.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
        svm_.read_mapped(stream, from, to.subspan(from, end - from));
      });
    case MemoryKind::SvmCopy:
      return each_piece(to.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
        svm_.read(stream, from, to.subspan(from, end - from));
      });
  }
}

void DeviceMemory::bind(cl::Kernel& kernel, cl_uint index) const {
  if (!svm_.empty()) return svm_.bind(kernel, index);
  check("clSetKernelArg", kernel.setArg(index, buffer_));
}

void DeviceMemory::settle(std::span<std::byte> to, std::vector<Damage>& damages) {
  const auto compare = [&](std::span<const std::byte> came, std::size_t at, Damage damage) {
    for (std::size_t i = 0; i < came.size(); ++i) {
      const std::byte expected = pattern(at + i);
      if (came[i] == expected || damage.count++ != 0) continue;
      damage.offset = static_cast<std::int64_t>(at + i) - static_cast<std::int64_t>(origin_);
      damage.expected = static_cast<std::uint8_t>(expected);
      damage.came = static_cast<std::uint8_t>(came[i]);
    }
    if (damage.count != 0) damages.push_back(damage);
  };
  if (options_.memory == MemoryKind::SubBuffer) {
    const std::span<const std::byte> whole = came_;
    std::memcpy(to.data(), came_.data() + origin_, to.size());
    compare(whole.first(origin_), 0, {});
    compare(whole.subspan(origin_ + to.size()), origin_ + to.size(), {});
  } else if (options_.memory == MemoryKind::Copy) {
    compare(came_, to.size(), {});
  }
  buffer_ = cl::Buffer();
  parent_ = cl::Buffer();
  other_ = cl::Buffer();
  svm_ = {};
  host_.reset();
}

void DeviceMemory::fill(CommandStream& stream) const {
  std::array<std::byte, kPatternSize> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = pattern(i);
  // The C function: the bindings want the pattern as one value of its size.
  const auto* waits = stream.waits();
  cl_event event = nullptr;
  cl::Event* to = stream.event();
  const bool wait = waits && !waits->empty();
  check("clEnqueueFillBuffer",
        clEnqueueFillBuffer(stream.queue()(), parent_(), bytes.data(),
                            std::size_t{1} << (options_.placement % 5), 0, whole_,
                            wait ? static_cast<cl_uint>(waits->size()) : 0,
                            wait ? reinterpret_cast<const cl_event*>(waits->data()) : nullptr,
                            to ? &event : nullptr));
  if (to) *to = event;
}

void DeviceMemory::write(CommandStream& stream, const cl::Buffer& to, std::size_t offset,
                         std::span<const std::byte> image) const {
  each_piece(image.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
    // A second piece blocks, where it may.
    const cl_bool blocking = from > 0 && !stream.held() ? CL_TRUE : CL_FALSE;
    check("clEnqueueWriteBuffer",
          stream.queue().enqueueWriteBuffer(to, blocking, offset + from, end - from,
                                            image.data() + from, stream.waits(), stream.event()));
  });
}

void DeviceMemory::read(CommandStream& stream, const cl::Buffer& from, std::size_t offset,
                        std::span<std::byte> to) const {
  each_piece(to.size(), options_.pieces, [&](std::size_t begin, std::size_t end) {
    const cl_bool blocking = begin > 0 && !stream.held() ? CL_TRUE : CL_FALSE;
    check("clEnqueueReadBuffer",
          stream.queue().enqueueReadBuffer(from, blocking, offset + begin, end - begin,
                                           to.data() + begin, stream.waits(), stream.event()));
  });
}

void DeviceMemory::write_rows(CommandStream& stream, std::span<const std::byte> image) const {
  const Rows rows(image.size());
  rows.each_column([&](std::size_t x, std::size_t width) {
    check("clEnqueueWriteBufferRect",
          stream.queue().enqueueWriteBufferRect(
              buffer_, CL_FALSE, triple(x, 0, 0), triple(x, 0, 0), triple(width, rows.count, 1),
              rows.width, 0, rows.width, 0, image.data(), stream.waits(), stream.event()));
  });
  const std::size_t done = rows.width * rows.count;
  if (done < image.size())
    check("clEnqueueWriteBuffer",
          stream.queue().enqueueWriteBuffer(buffer_, CL_FALSE, done, image.size() - done,
                                            image.data() + done, stream.waits(), stream.event()));
}

void DeviceMemory::read_rows(CommandStream& stream, std::span<std::byte> to) const {
  const Rows rows(to.size());
  rows.each_column([&](std::size_t x, std::size_t width) {
    check("clEnqueueReadBufferRect",
          stream.queue().enqueueReadBufferRect(
              buffer_, CL_FALSE, triple(x, 0, 0), triple(x, 0, 0), triple(width, rows.count, 1),
              rows.width, 0, rows.width, 0, to.data(), stream.waits(), stream.event()));
  });
  const std::size_t done = rows.width * rows.count;
  if (done < to.size())
    check("clEnqueueReadBuffer",
          stream.queue().enqueueReadBuffer(buffer_, CL_FALSE, done, to.size() - done,
                                           to.data() + done, stream.waits(), stream.event()));
}

void DeviceMemory::write_mapped(CommandStream& stream, std::span<const std::byte> image) const {
  bool odd = false;
  each_piece(image.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
    // Every byte of the region is written, so either way to map it will do.
    const cl_map_flags flags = odd ? CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION;
    odd = !odd;
    cl_int code = CL_SUCCESS;
    void* const mapped = stream.queue().enqueueMapBuffer(buffer_, CL_TRUE, flags, from, end - from,
                                                         stream.waits(), nullptr, &code);
    check("clEnqueueMapBuffer", code);
    std::memcpy(mapped, image.data() + from, end - from);
    check("clEnqueueUnmapMemObject",
          stream.queue().enqueueUnmapMemObject(buffer_, mapped, stream.waits(), stream.event()));
  });
}

void DeviceMemory::read_mapped(CommandStream& stream, std::span<std::byte> to) const {
  each_piece(to.size(), options_.pieces, [&](std::size_t from, std::size_t end) {
    cl_int code = CL_SUCCESS;
    void* const mapped = stream.queue().enqueueMapBuffer(
        buffer_, CL_TRUE, CL_MAP_READ, from, end - from, stream.waits(), nullptr, &code);
    check("clEnqueueMapBuffer", code);
    // What is mapped of a buffer over host memory is to be found there.
    const void* const bytes = host_ ? host_.get() + from : mapped;
    std::memcpy(to.data() + from, bytes, end - from);
    check("clEnqueueUnmapMemObject",
          stream.queue().enqueueUnmapMemObject(buffer_, mapped, stream.waits(), stream.event()));
  });
}

void DeviceMemory::copy(CommandStream& stream, const cl::Buffer& from, const cl::Buffer& to,
                        std::size_t size) const {
  each_piece(size, options_.pieces, [&](std::size_t begin, std::size_t end) {
    check("clEnqueueCopyBuffer",
          stream.queue().enqueueCopyBuffer(from, to, begin, begin, end - begin, stream.waits(),
                                           stream.event()));
  });
}

}  // namespace assay::opencl
