// Thirteen ways to bring bytes to the device and back. All except those by shared virtual memory
// are within OpenCL 1.2: rectangles and pieces do not overlap, a buffer is unmapped before a kernel
// uses it, sub-buffers begin at an alignment that the device asks for, and the uses of a buffer and
// of its sub-buffer are in different stages of commands. If a buffer is larger than its image, the
// rest is filled with a pattern that must come back.

#include "opencl/memory/device_memory.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "opencl/memory/buffer_commands.h"
#include "opencl/memory/pieces.h"

namespace assay::opencl {
namespace {

/// What stands where bytes are to come, until they do.
constexpr std::byte kNothing{0xc3};

/// What stands where the host is to write: zeros, as in most memory that is new, because a kernel
/// that takes other numbers for sizes and indices ends most drivers.
constexpr std::byte kOverwritten{0};

constexpr std::size_t kMargin = 64, kPatternSize = 16;

}  // namespace

std::byte DeviceMemory::pattern(std::size_t at) const {
  const std::size_t period = std::size_t{1} << (options_.placement % 5);
  return static_cast<std::byte>(0xa1 + 7 * (at % period));
}

void DeviceMemory::make_surroundings(std::size_t size) {
  if (options_.memory == MemoryKind::CopyRect) {
    origin_ = 0;
    copied_ = BufferCommands::place_of_copy(size, kMargin);
    whole_ = copied_ / kPatternSize * kPatternSize;
    buffer_ = parent_ = device_->buffer(copied_ + size);
    return;
  }
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

void DeviceMemory::make(const Device& device, std::span<const std::byte> image,
                        const LaunchOptions& options) {
  device_ = &device;
  options_ = options;
  make_buffer(image);
  std::fill(came_.begin(), came_.end(), kNothing);
}

void DeviceMemory::make_buffer(std::span<const std::byte> image) {
  switch (options_.memory) {
    case MemoryKind::UseHost:
    case MemoryKind::PageEnd:
      host_ = HostMemory(image, options_.memory == MemoryKind::PageEnd);
      buffer_ = device_->buffer(image.size(), CL_MEM_USE_HOST_PTR, host_.data());
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
    case MemoryKind::CopyRect:
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

void DeviceMemory::overwrite(CommandStream& stream, std::size_t size) const {
  const BufferCommands commands(stream, 1);
  switch (options_.memory) {
    case MemoryKind::Write:
    case MemoryKind::Rect:
    case MemoryKind::Map:
    case MemoryKind::AllocHost:
      return commands.fill(buffer_, std::span(&kOverwritten, 1), 0, size);
    case MemoryKind::Copy:
      return commands.fill(other_, std::span(&kOverwritten, 1), 0, size);
    case MemoryKind::CopyRect:
      return commands.fill(buffer_, std::span(&kOverwritten, 1), copied_, size);
    case MemoryKind::Svm:
    case MemoryKind::SvmCopy:
      return svm_.fill(stream, kOverwritten, size);
    case MemoryKind::Far:
      return commands.fill(buffer_, std::span(&kOverwritten, 1), kFarBytes, size);
    default:
      return;
  }
}

void DeviceMemory::upload(CommandStream& stream, std::span<const std::byte> image, unsigned step) {
  const BufferCommands commands(stream, options_.pieces);
  switch (options_.memory) {
    case MemoryKind::Write:
      return commands.write(buffer_, 0, image);
    case MemoryKind::Rect:
      return commands.write_rows(buffer_, image);
    case MemoryKind::Map:
    case MemoryKind::AllocHost:
      return commands.write_mapped(buffer_, image);
    case MemoryKind::UseHost:
    case MemoryKind::PageEnd:
    case MemoryKind::CopyHost:
      return;
    case MemoryKind::SubBuffer:
      return step == 0 ? fill(stream) : commands.write(buffer_, 0, image);
    case MemoryKind::Copy:
      if (step == 1) return commands.copy(other_, buffer_, image.size());
      fill(stream);
      return commands.write(other_, 0, image);
    case MemoryKind::CopyRect:
      if (step == 1) return commands.copy_rows(buffer_, copied_, 0, image.size());
      fill(stream);
      return commands.write(buffer_, copied_, image);
    case MemoryKind::Far:
      return commands.write(buffer_, kFarBytes, image);
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
  const BufferCommands commands(stream, options_.pieces);
  switch (options_.memory) {
    case MemoryKind::Write:
    case MemoryKind::CopyHost:
      return commands.read(buffer_, 0, to);
    case MemoryKind::Rect:
      return commands.read_rows(buffer_, to);
    case MemoryKind::Map:
    case MemoryKind::AllocHost:
    case MemoryKind::UseHost:
    case MemoryKind::PageEnd:
      return commands.read_mapped(buffer_, host_.data(), to);
    case MemoryKind::SubBuffer:
      came_.resize(whole_, kNothing);
      return commands.read(parent_, 0, came_);
    case MemoryKind::Copy:
      // What the upload left there is not what a copy that is lost should bring.
      if (step == 0) return overwrite(stream, to.size());
      if (step == 1) return commands.copy(buffer_, other_, to.size());
      came_.resize(whole_ - to.size(), kNothing);
      commands.read(other_, 0, to);
      return commands.read(parent_, to.size(), came_);
    case MemoryKind::CopyRect:
      if (step == 0) return overwrite(stream, to.size());
      if (step == 1) return commands.copy_rows(buffer_, 0, copied_, to.size());
      came_.resize(whole_ - to.size(), kNothing);
      commands.read(buffer_, copied_, to);
      return commands.read(buffer_, to.size(), came_);
    case MemoryKind::Far:
      return commands.read(buffer_, kFarBytes, to);
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
  if (is_svm(options_.memory)) return svm_.bind(kernel, index);
  check("clSetKernelArg", kernel.setArg(index, buffer_));
}

BufferPart DeviceMemory::buffer(std::size_t size) const {
  if (is_svm(options_.memory)) return {svm_.buffer(*device_, size), 0, size};
  if (is_image_of_parent(options_.memory, device_->info())) return {parent_, origin_, size};
  return {buffer_, options_.memory == MemoryKind::Far ? kFarBytes : 0, size};
}

void DeviceMemory::complete(std::span<std::byte> to, std::vector<ChangedBytes>& around) {
  const auto compare = [&](std::span<const std::byte> came, std::size_t at) {
    ChangedBytes changed;
    for (std::size_t i = 0; i < came.size(); ++i)
      if (const std::byte expected = pattern(at + i); came[i] != expected)
        changed.add(static_cast<std::int64_t>(at + i) - static_cast<std::int64_t>(origin_),
                    expected, came[i]);
    if (changed.count != 0) around.push_back(changed);
  };
  if (options_.memory == MemoryKind::SubBuffer) {
    const std::span<const std::byte> whole = came_;
    std::memcpy(to.data(), came_.data() + origin_, to.size());
    compare(whole.first(origin_), 0);
    compare(whole.subspan(origin_ + to.size()), origin_ + to.size());
  } else if (options_.memory == MemoryKind::Copy || options_.memory == MemoryKind::CopyRect) {
    compare(came_, to.size());
  }
  release();
}

void DeviceMemory::release() {
  for (cl::Buffer* buffer : {&buffer_, &parent_, &other_}) *buffer = {};
  svm_ = {};
  host_ = {};
}

void DeviceMemory::fill(CommandStream& stream) const {
  std::array<std::byte, kPatternSize> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = pattern(i);
  BufferCommands(stream, 1).fill(
      parent_, std::span(bytes).first(std::size_t{1} << (options_.placement % 5)), 0, whole_);
}

}  // namespace assay::opencl
