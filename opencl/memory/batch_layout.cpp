// Lays a batch out. An output in place shares the memory of its input. In a case that describes
// both tensors alike they also share a piece, which kernels may change. With a global offset, the
// indices below it have descriptors too. These belong to a ghost of case 0, which no work item may
// run. The ghost has pieces of its own, and a change in them shows that the offset was lost.

#include <fmt/format.h>

#include <algorithm>

#include "opencl/memory/batch_memory.h"
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

// At how many widths of vectors a kernel leaves the buffer that ends with the tensor at a closed
// page, if it takes as many neighbours at the last element as at the others. Only of a packed
// tensor are neighbours taken.
int widths_beyond_page(const ops::TensorDesc& tensor) {
  if (tensor.absent || ops::effective_strides(tensor) != ops::packed_strides(tensor.sizes))
    return 0;
  const std::size_t end =
      rounded_up(ops::total_bytes(tensor), std::min(base_alignment(tensor), kPageEndUnit));
  int widths = 0;
  for (const std::size_t width : {2, 4, 8, 16})
    widths += rounded_up(ops::elements_of(tensor), width) * ops::size_of(tensor.type) > end;
  return widths;
}

}  // namespace

std::size_t BatchMemory::last_laid_out() const {
  const std::size_t last = problems_.size() - 1;
  // With half of the placements any case is the last, as kernels may err in other ways, too.
  if (options_.memory != MemoryKind::PageEnd || options_.placement % 2 != 0) return last;
  const auto widths = [](const ops::Problem& problem) {
    int sum = 0;
    for (const ops::TensorDesc& tensor : problem.descriptor.tensors)
      sum += widths_beyond_page(tensor);
    return sum;
  };
  const auto most = std::ranges::max_element(problems_, {}, widths);
  return static_cast<std::size_t>(most - problems_.begin());
}

bool BatchMemory::in_place(std::size_t i, std::size_t place) const {
  const auto& pair = options_.in_place;
  const auto& tensors = problems_[i].descriptor.tensors;
  return pair && (place == pair->input || place == pair->output) &&
         tensors[pair->input] == tensors[pair->output];
}

void BatchMemory::lay_out_cases(const DeviceInfo& device) {
  // The descriptors begin where the buffer begins, because kernels count from there.
  for (GuardedMemory* memory : memories_)
    memory->clear(options_.guard_bytes, memory == &cases_ ? 0 : options_.guard_bytes);
  owners_.resize(memories_.size());
  for (auto& owners : owners_) owners.clear();
  const std::size_t ghosts = has_ghost() ? options_.offset : 0;
  cases_.add((problems_.size() + ghosts) * layout_->size(), 8, 0, Contents::Constant);
  bases_.assign((problems_.size() + 1) * base_count(), 0);
  pieces_.resize((problems_.size() + 1) * tensor_count_);
  if (has_ghost()) lay_out_case(0, true);
  const std::size_t last = last_laid_out();
  for (std::size_t i = 0; i < problems_.size(); ++i)
    if (i != last) lay_out_case(i, false);
  lay_out_case(last, false);
  if (options_.memory == MemoryKind::PageEnd) end_at_pages();
  for (const GuardedMemory* memory : memories_)
    if (memory->size() > device.max_allocation)
      throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
}

void BatchMemory::lay_out_case(std::size_t i, bool ghost) {
  // Tensors that are left out have no bytes. They come first, so that none of them is the last.
  for (const bool absent : {true, false})
    for (std::size_t place = 0; place < tensor_count_; ++place)
      if (problems_[i].descriptor.tensors[place].absent == absent) lay_out_tensor(i, place, ghost);
  for (std::size_t s = 0; s < variant_->scratch.size(); ++s) lay_out_scratch(i, s, ghost);
}

void BatchMemory::lay_out_tensor(std::size_t i, std::size_t place, bool ghost) {
  const ops::TensorDesc& tensor = problems_[i].descriptor.tensors[place];
  std::uint64_t* const bases = bases_of(row(i, ghost));
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
  bases_of(row(i, ghost))[tensor_count_ + scratch.field] = begin / scratch.element_size;
  owners_[1 + tensor_count_ + number].push_back({i, number, ghost});
}

void BatchMemory::end_at_pages() {
  cases_.end_at(kPageEndUnit);
  for (std::size_t m = 1; m < memories_.size(); ++m) {
    const std::size_t moved = memories_[m]->end_with_last_at(kPageEndUnit);
    if (owners_[m].empty()) continue;
    const Owner& owner = owners_[m].back();
    const std::size_t r = row(owner.case_index, owner.ghost);
    if (m > tensor_count_) {
      const Scratch& scratch = variant_->scratch[owner.place];
      bases_of(r)[tensor_count_ + scratch.field] += moved / scratch.element_size;
      continue;
    }
    // An output in place has the piece of its input.
    for (std::size_t place = 0; place < tensor_count_; ++place)
      if (1 + home(place) == m &&
          pieces_[r * tensor_count_ + place] == memories_[m]->pieces().size() - 1)
        bases_of(r)[place] +=
            moved / ops::size_of(problems_[owner.case_index].descriptor.tensors[place].type);
  }
}

}  // namespace assay::opencl
