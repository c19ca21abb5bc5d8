// Lays a batch out. An output in place shares the memory of its input. In a case that describes
// both tensors alike they also share a piece, which kernels may change. With a global offset, the
// indices below it have descriptors too. These belong to a ghost of case 0, which no work item may
// run. The ghost has pieces of its own, and a change in them shows that the offset was lost.

#include "opencl/memory/batch_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "ops/hash.h"

namespace assay::opencl {
namespace {

using Contents = GuardedMemory::Contents;

// By how many multiples of its alignment a base is moved on: by any number of them within 64 bytes,
// or by 0 or 1 if the alignment is 64 or more.
std::size_t steps(std::uint32_t placement, std::size_t case_index, std::size_t place,
                  std::size_t alignment) {
  const std::size_t choices = std::max<std::size_t>(64 / alignment, 2);
  return ops::mix_to_32(placement * ops::kMixStep + case_index * 3 + place + 1) % choices;
}

std::size_t base_alignment(const ops::TensorDesc& tensor) {
  return std::max<std::size_t>(ops::size_of(tensor.type), tensor.alignment);
}

}  // namespace

bool BatchMemory::is_input(std::size_t place) const {
  return file_->signature->tensor_at(place).kind == ops::Kind::Input;
}

std::size_t BatchMemory::home(std::size_t place) const {
  if (options_.in_place && place == options_.in_place->output) return options_.in_place->input;
  return file_->signature->tensor_at(place).place;
}

bool BatchMemory::in_place(std::size_t i, std::size_t place) const {
  const auto& pair = options_.in_place;
  const auto& tensors = problems_[i].descriptor.tensors;
  return pair && (place == pair->input || place == pair->output) &&
         tensors[pair->input] == tensors[pair->output];
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
  fronts_.assign(memories_.size(), options.guard_bytes);
  fronts_[0] = 0;
  lay_out_cases(device);
  if (options_.memory == MemoryKind::PageEnd) {
    // The descriptors begin where the buffer begins, because kernels count from there.
    for (std::size_t m = 1; m < memories_.size(); ++m)
      fronts_[m] += memories_[m]->room_before(kPageEndUnit);
    lay_out_cases(device);
  }
  if (const auto far = far_region();
      far && memories_[*far]->size() + kFarBytes > device.max_allocation)
    throw CallFailure("clCreateBuffer of more bytes than the device allows",
                      CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fill(options.poison_seed);
}

void BatchMemory::lay_out_cases(const DeviceInfo& device) {
  for (std::size_t m = 0; m < memories_.size(); ++m)
    memories_[m]->clear(options_.guard_bytes, fronts_[m]);
  owners_.resize(memories_.size());
  for (auto& owners : owners_) owners.clear();
  const std::size_t ghosts = has_ghost() ? options_.offset : 0;
  cases_.add((problems_.size() + ghosts) * layout_->size(), 8, 0, Contents::Constant);
  bases_.assign((problems_.size() + 1) * (tensor_count_ + file_->scratch.size()), 0);
  pieces_.resize((problems_.size() + 1) * tensor_count_);
  if (has_ghost()) lay_out_case(0, true);
  for (std::size_t i = 0; i < problems_.size(); ++i) lay_out_case(i, false);
  if (options_.memory == MemoryKind::PageEnd)
    for (GuardedMemory* memory : memories_) memory->end_at(kPageEndUnit);
  for (const GuardedMemory* memory : memories_)
    if (memory->size() > device.max_allocation)
      throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
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

void BatchMemory::lay_out_case(std::size_t i, bool ghost) {
  for (std::size_t place = 0; place < tensor_count_; ++place) lay_out_tensor(i, place, ghost);
  for (std::size_t s = 0; s < variant_->scratch.size(); ++s) lay_out_scratch(i, s, ghost);
}

void BatchMemory::lay_out_tensor(std::size_t i, std::size_t place, bool ghost) {
  const ops::TensorDesc& tensor = problems_[i].descriptor.tensors[place];
  std::uint64_t* const bases = &bases_[row(i, ghost) * (tensor_count_ + file_->scratch.size())];
  std::size_t* const pieces = &pieces_[row(i, ghost) * tensor_count_];
  const bool shared = in_place(i, place);
  if (shared && place == std::max(options_.in_place->input, options_.in_place->output)) {
    const std::size_t other =
        place == options_.in_place->input ? options_.in_place->output : options_.in_place->input;
    bases[place] = bases[other] + (front_of(place) - front_of(other)) / ops::size_of(tensor.type);
    pieces[place] = pieces[other];
    return;
  }
  const std::size_t alignment = base_alignment(tensor);
  const Contents contents = !is_input(place) && !shared
                                ? (ghost ? Contents::Untouched : Contents::Unwritten)
                            : shared && !ghost ? Contents::Changing
                                               : Contents::Constant;
  GuardedMemory& memory = tensors_[home(place)];
  pieces[place] = memory.pieces().size();
  bases[place] =
      (front_of(place) + memory.add(ops::total_bytes(tensor), alignment,
                                    steps(options_.placement, i, place, alignment), contents)) /
      ops::size_of(tensor.type);
  owners_[1 + home(place)].push_back({i, place, ghost});
}

void BatchMemory::lay_out_scratch(std::size_t i, std::size_t number, bool ghost) {
  const Scratch& scratch = variant_->scratch[number];
  const auto count =
      scratch.count.integer(problems_[i].descriptor, static_cast<std::int64_t>(options_.local));
  if (!count || *count < 0)
    throw KernelFileError(fmt::format("{}:{}: '{}' has no value for this case", variant_->path,
                                      scratch.line, scratch.count.text()));
  const std::size_t begin = scratch_[number].add(
      static_cast<std::uint64_t>(*count) * scratch.element_size, scratch.element_size,
      steps(options_.placement, i, tensor_count_ + number, scratch.element_size),
      ghost ? Contents::Untouched : Contents::Unwritten);
  bases_[row(i, ghost) * (tensor_count_ + file_->scratch.size()) + tensor_count_ + scratch.field] =
      begin / scratch.element_size;
  owners_[1 + tensor_count_ + number].push_back({i, number, ghost});
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
  const std::size_t scratches = file_->scratch.size(), fields = tensor_count_ + scratches;
  std::byte* to = cases_.image(0).data();
  const auto write = [&](std::size_t r) {
    layout_->write(problems_[r == problems_.size() ? 0 : r].descriptor,
                   bases.subspan(r * fields, tensor_count_),
                   bases.subspan(r * fields + tensor_count_, scratches), to);
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
