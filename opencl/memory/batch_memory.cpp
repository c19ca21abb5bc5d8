// The bytes of a batch's memory, and the commands that bring them to the device and back. What lies
// where is decided in batch_layout.cpp.

#include "opencl/memory/batch_memory.h"

#include <algorithm>

namespace assay::opencl {

bool BatchMemory::is_input(std::size_t place) const {
  return file_->signature->tensor_at(place).kind == ops::Kind::Input;
}

std::size_t BatchMemory::home(std::size_t place) const {
  if (options_.in_place && place == options_.in_place->output) return options_.in_place->input;
  return file_->signature->tensor_at(place).place;
}

std::size_t BatchMemory::row(std::size_t i, bool ghost) const {
  return ghost ? problems_.size() : i;
}

void BatchMemory::ready_layout(const KernelFile& file) {
  if (layout_ && layout_for_ == file.fingerprint) return;
  layout_.emplace(*file.signature, file.scratch);
  layout_for_ = file.fingerprint;
}

std::size_t BatchMemory::most_cases(const KernelFile& file, const LaunchOptions& options,
                                    std::size_t room) {
  ready_layout(file);
  const std::size_t usable = options.memory == MemoryKind::PageEnd
                                 ? room / kPageEndUnit * kPageEndUnit
                             : room > options.guard_bytes ? room - options.guard_bytes
                                                          : 0;
  const std::size_t cases = usable / layout_->size();
  return cases > options.offset ? cases - options.offset : 0;
}

void BatchMemory::lay_out(const DeviceInfo& device, const KernelFile& file, const Variant& variant,
                          std::span<const ops::Problem> problems, const LaunchOptions& options) {
  file_ = &file;
  variant_ = &variant;
  problems_ = problems;
  options_ = options;
  tensor_count_ = file.signature->tensor_count;
  ready_layout(file);
  tensors_.resize(tensor_count_);
  scratch_.resize(variant.scratch.size());
  memories_.assign(1, &cases_);
  for (GuardedMemory& memory : tensors_) memories_.push_back(&memory);
  for (GuardedMemory& memory : scratch_) memories_.push_back(&memory);
  lay_out_cases(device);
  if (const auto far = far_region();
      far && memories_[*far]->size() + kFarBytes > device.max_allocation)
    throw CallFailure("clCreateBuffer of more bytes than the device allows",
                      CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fill(options.poison_seed);
}

std::optional<std::size_t> BatchMemory::far_region() const {
  if (options_.memory != MemoryKind::Far) return std::nullopt;
  return 1 + home(options_.placement % tensor_count_);
}

// An image holds what lies behind the front, and has no front of its own.
std::uint64_t BatchMemory::front_of(std::size_t place) const {
  return far_region() == 1 + home(place) && !variant_->image(place) ? kFarBytes : 0;
}

LaunchOptions BatchMemory::options_of(std::size_t memory) const {
  LaunchOptions own = options_;
  if (far_region() && *far_region() != memory) own.memory = MemoryKind::Write;
  return own;
}

void BatchMemory::fill(std::optional<std::uint64_t> seed) {
  std::size_t most = 0;
  for (const GuardedMemory* memory : memories_) most = std::max(most, memory->size());
  const auto poison = poison_.bytes(seed, most + kPoisonShift * (memories_.size() - 1));
  for (std::size_t m = 0; m < memories_.size(); ++m)
    memories_[m]->fill(poison.subspan(kPoisonShift * m));
  fill_inputs();
  fill_descriptors();
}

void BatchMemory::fill_inputs() {
  for (std::size_t place = 0; place < tensor_count_; ++place) {
    if (!is_input(place)) continue;
    for (std::size_t r = 0; r < problems_.size() + has_ghost(); ++r) {
      const ops::Problem& problem = problems_[r == problems_.size() ? 0 : r];
      ops::unpack(problem.descriptor.tensors[place], problem.data[place],
                  tensors_[home(place)].image(pieces_[r * tensor_count_ + place]));
    }
  }
}

void BatchMemory::fill_descriptors() {
  const std::span<const std::uint64_t> bases = bases_;
  const std::size_t scratches = file_->scratch.size();
  std::byte* to = cases_.image(0).data();
  const auto write = [&](std::size_t r) {
    layout_->write(problems_[r == problems_.size() ? 0 : r].descriptor,
                   bases.subspan(r * base_count(), tensor_count_),
                   bases.subspan(r * base_count() + tensor_count_, scratches), to);
    to += layout_->size();
  };
  for (std::size_t k = 0; has_ghost() && k < options_.offset; ++k) write(problems_.size());
  for (std::size_t i = 0; i < problems_.size(); ++i) write(i);
}

std::span<const std::byte> BatchMemory::descriptor(std::size_t i) const {
  return cases_.expected(0).subspan(((has_ghost() ? options_.offset : 0) + i) * layout_->size(),
                                    layout_->size());
}

std::span<const std::byte> BatchMemory::ghost_descriptor() const {
  return has_ghost() ? cases_.expected(0).first(layout_->size()) : std::span<const std::byte>();
}

std::vector<BatchMemory::Region> BatchMemory::regions() const {
  std::vector<Region> regions;
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    Region region{"cases", memories_[m]->size(), {}};
    if (m > 0)
      region.name = m <= tensor_count_ ? file_->signature->tensor_at(m - 1).name
                                       : variant_->scratch[m - 1 - tensor_count_].name;
    for (const GuardedMemory::Piece& piece : memories_[m]->pieces())
      if (!piece.is_constant() && piece.bytes > 0)
        region.writable.push_back({piece.begin, piece.end()});
    regions.push_back(std::move(region));
  }
  return regions;
}

std::size_t BatchMemory::region_of(const Argument& argument) const {
  switch (argument.of) {
    case Argument::Of::Cases:
      return 0;
    case Argument::Of::Tensor:
      return 1 + home(argument.place);
    default:
      return 1 + tensor_count_ + argument.place;
  }
}

void BatchMemory::upload(const Device& device, CommandStream& stream) {
  bool overwrites = false;
  for (std::size_t m = 0; m < memories_.size(); ++m)
    if (memories_[m]->size() != 0)
      overwrites |= memories_[m]->prepare(device, stream, options_of(m));
  if (overwrites) stream.next_stage();
  upload_again(stream);
}

void BatchMemory::upload_again(CommandStream& stream) {
  for (unsigned step = 0; step < DeviceMemory::upload_steps(options_.memory); ++step) {
    for (std::size_t m = 0; m < memories_.size(); ++m)
      if (memories_[m]->size() != 0) memories_[m]->upload(stream, step);
    stream.next_stage();
  }
}

void BatchMemory::download(CommandStream& stream) {
  for (unsigned step = 0; step < DeviceMemory::download_steps(options_.memory); ++step) {
    for (GuardedMemory* memory : memories_)
      if (memory->size() != 0) memory->download(stream, step);
    stream.next_stage();
  }
}

void BatchMemory::release() {
  for (GuardedMemory* memory : memories_) memory->release();
}

ImageCopy BatchMemory::image(const Device& device, std::size_t place) const {
  return {device, memories_[1 + home(place)]->buffer(),
          ops::size_of(problems_[0].descriptor.tensors[place].type),
          variant_->image(place)->channels};
}

void BatchMemory::bind(cl::Kernel& kernel, cl_uint index, const Argument& argument) const {
  memories_[region_of(argument)]->bind(kernel, index);
}

}  // namespace assay::opencl
