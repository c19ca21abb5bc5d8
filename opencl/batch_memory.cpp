// Lays a batch out and tells afterwards what became of it. Tensors in place share the memory of
// their input: the output has no pieces of its own, and the input's may change.

#include "opencl/batch_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace assay::opencl {
namespace {

// Different memories take their poison from different stretches of it, so that a guard copied to
// the same position of another buffer shows.
constexpr std::size_t kPoisonShift = 1048;

// How many multiples of its alignment a base is moved on: anything within 64 bytes.
std::size_t steps(std::uint32_t placement, std::size_t case_index, std::size_t place,
                  std::size_t alignment) {
  const std::size_t choices = std::max<std::size_t>(64 / alignment, 2);
  std::uint64_t hash = placement * 0x9e3779b97f4a7c15 + case_index * 3 + place + 1;
  hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9;
  return (hash >> 32) % choices;
}

std::size_t base_alignment(const ops::TensorDesc& tensor) {
  return std::max<std::size_t>(ops::size_of(tensor.type), tensor.alignment);
}

}  // namespace

bool BatchMemory::is_input(std::size_t place) const {
  return file_->signature->tensor_at(place).kind == ops::Kind::Input;
}

std::size_t BatchMemory::home(std::size_t place) const {
  return options_.in_place && place == options_.in_place->output ? options_.in_place->input : place;
}

void BatchMemory::lay_out(const DeviceInfo& device, const KernelFile& file, const Variant& variant,
                          std::span<const ops::Problem> problems, const LaunchOptions& options) {
  file_ = &file;
  variant_ = &variant;
  problems_ = problems;
  options_ = options;
  tensor_count_ = file.signature->tensor_count;
  if (!layout_ || layout_for_ != file.fingerprint) {
    layout_.emplace(*file.signature, file.scratch);
    layout_for_ = file.fingerprint;
  }
  if (tensors_.size() < tensor_count_) tensors_.resize(tensor_count_);
  if (scratch_.size() < variant.scratch.size()) scratch_.resize(variant.scratch.size());
  memories_.assign(1, &cases_);
  for (std::size_t place = 0; place < tensor_count_; ++place) memories_.push_back(&tensors_[place]);
  for (std::size_t s = 0; s < variant.scratch.size(); ++s) memories_.push_back(&scratch_[s]);
  for (GuardedMemory* memory : memories_)
    memory->clear(options.guard_bytes, memory == &cases_ ? 0 : options.guard_bytes);
  cases_.add(problems.size() * layout_->size(), 8, 0);
  bases_.assign(problems.size() * (tensor_count_ + file.scratch.size()), 0);
  for (std::size_t i = 0; i < problems.size(); ++i) lay_out_case(i);
  for (const GuardedMemory* memory : memories_)
    if (memory->size() > device.max_allocation)
      throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
  fill(options.poison);
}

void BatchMemory::lay_out_case(std::size_t i) {
  const ops::Descriptor& descriptor = problems_[i].descriptor;
  std::uint64_t* const bases = &bases_[i * (tensor_count_ + file_->scratch.size())];
  for (std::size_t place = 0; place < tensor_count_; ++place) {
    const ops::TensorDesc& tensor = descriptor.tensors[place];
    if (home(place) != place) continue;
    std::size_t alignment = base_alignment(tensor);
    if (options_.in_place && options_.in_place->input == place)
      alignment =
          std::max(alignment, base_alignment(descriptor.tensors[options_.in_place->output]));
    const std::size_t begin = tensors_[place].add(ops::total_bytes(tensor), alignment,
                                                  steps(options_.placement, i, place, alignment));
    bases[place] = begin / ops::size_of(tensor.type);
  }
  if (options_.in_place) bases[options_.in_place->output] = bases[options_.in_place->input];
  for (std::size_t s = 0; s < variant_->scratch.size(); ++s) {
    const Scratch& scratch = variant_->scratch[s];
    const auto count = scratch.count.integer(descriptor, static_cast<std::int64_t>(options_.local));
    if (!count || *count < 0)
      throw KernelFileError(fmt::format("{}:{}: '{}' has no value for this case", file_->path,
                                        scratch.line, scratch.count.text()));
    const std::size_t begin = scratch_[s].add(
        static_cast<std::uint64_t>(*count) * scratch.element_size, scratch.element_size,
        steps(options_.placement, i, tensor_count_ + s, scratch.element_size));
    bases[tensor_count_ + scratch.field] = begin / scratch.element_size;
  }
}

void BatchMemory::fill(std::uint8_t seed) {
  std::size_t most = 0;
  for (const GuardedMemory* memory : memories_) most = std::max(most, memory->size());
  const auto poison = poison_.bytes(seed, most + kPoisonShift * (memories_.size() - 1));
  using Pieces = GuardedMemory::Pieces;
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    Pieces pieces = Pieces::Unwritten;
    if (m == 0 || (m <= tensor_count_ && is_input(m - 1))) pieces = Pieces::Constant;
    if (options_.in_place && m == options_.in_place->input + 1) pieces = Pieces::Changing;
    memories_[m]->fill(poison.subspan(kPoisonShift * m), pieces);
  }
  for (std::size_t place = 0; place < tensor_count_; ++place) {
    if (!is_input(place)) continue;
    for (std::size_t i = 0; i < problems_.size(); ++i)
      ops::unpack(problems_[i].descriptor.tensors[place], problems_[i].data[place],
                  tensors_[place].image(i));
  }
  const std::span<const std::uint64_t> bases = bases_;
  const std::size_t scratches = file_->scratch.size();
  for (std::size_t i = 0; i < problems_.size(); ++i) {
    const std::size_t first = i * (tensor_count_ + scratches);
    layout_->write(problems_[i].descriptor, bases.subspan(first, tensor_count_),
                   bases.subspan(first + tensor_count_, scratches),
                   cases_.image(0).data() + i * layout_->size());
  }
}

void BatchMemory::upload(const Device& device) {
  for (GuardedMemory* memory : memories_)
    if (memory->size() != 0) memory->upload(device);
}

void BatchMemory::download(const Device& device) {
  for (GuardedMemory* memory : memories_)
    if (memory->size() != 0) memory->download(device);
}

const cl::Buffer& BatchMemory::buffer(const Argument& argument) const {
  switch (argument.of) {
    case Argument::Of::Cases:
      return cases_.buffer();
    case Argument::Of::Tensor:
      return tensors_[home(argument.place)].buffer();
    default:
      return scratch_[argument.place].buffer();
  }
}

void BatchMemory::collect(BatchOutcome& outcome) {
  for (std::size_t i = 0; i < problems_.size(); ++i)
    for (std::size_t place = 0; place < tensor_count_; ++place)
      outcome.memories.push_back(tensors_[home(place)].came(i));
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    found_.clear();
    memories_[m]->find_damage(found_);
    for (const GuardedMemory::Damage& damage : found_)
      outcome.damages.push_back(described(m, damage));
  }
}

Damage BatchMemory::described(std::size_t m, const GuardedMemory::Damage& d) const {
  using What = Damage::What;
  using Where = GuardedMemory::Where;
  Damage damage{
      What::DescriptorChanged, d.piece, 0, "cases", d.offset, d.expected, d.came, d.count};
  if (m == 0) {
    const std::size_t size = layout_->size();
    damage.case_index = std::min(static_cast<std::size_t>(d.offset) / size, problems_.size() - 1);
    damage.offset -= static_cast<std::int64_t>(damage.case_index * size);
  } else if (m <= tensor_count_) {
    damage.place = m - 1;
    damage.name = file_->signature->tensor_at(damage.place).name;
    damage.what = d.where == Where::Before  ? What::GuardBefore
                  : d.where == Where::After ? What::GuardAfter
                                            : What::InputChanged;
  } else {
    damage.place = m - 1 - tensor_count_;
    damage.name = variant_->scratch[damage.place].name;
    damage.what = d.where == Where::Before ? What::ScratchBefore : What::ScratchAfter;
  }
  return damage;
}

}  // namespace assay::opencl
