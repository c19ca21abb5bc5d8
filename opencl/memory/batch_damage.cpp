// Collects what came back of a batch's memory, and finds which case and tensor each changed byte
// belongs to.
#include <algorithm>

#include "opencl/memory/batch_memory.h"

namespace assay::opencl {

void BatchMemory::collect(BatchOutcome& outcome) {
  for (GuardedMemory* memory : memories_)
    if (memory->size() != 0) memory->complete();
  for (std::size_t i = 0; i < problems_.size(); ++i)
    for (std::size_t place = 0; place < tensor_count_; ++place) {
      const GuardedMemory& memory = tensors_[home(place)];
      outcome.memories.push_back(memory.came(pieces_[i * tensor_count_ + place]));
      outcome.befores.push_back(memory.expected(pieces_[i * tensor_count_ + place]));
    }
  for (std::size_t m = 0; m < memories_.size(); ++m) {
    if (memories_[m]->size() == 0) continue;
    found_.clear();
    memories_[m]->find_changes(found_);
    for (const GuardedMemory::Change& change : found_)
      outcome.damages.push_back(damage_of(m, change));
  }
}

Damage BatchMemory::damage_of(std::size_t m, const GuardedMemory::Change& change) const {
  using What = Damage::What;
  using Where = GuardedMemory::Where;
  const ChangedBytes& bytes = change.bytes;
  Damage damage{What::DescriptorChanged, 0,          0,          "cases", bytes.offset,
                bytes.expected,          bytes.came, bytes.count};
  if (m == 0) {
    const auto size = static_cast<std::int64_t>(layout_->size());
    const auto first = static_cast<std::int64_t>(has_ghost() ? options_.offset : 0);
    const std::int64_t last = static_cast<std::int64_t>(problems_.size()) - 1;
    const std::int64_t index = std::clamp<std::int64_t>(bytes.offset / size - first, 0, last);
    damage.case_index = static_cast<std::size_t>(index);
    damage.offset -= (first + index) * size;
    return damage;
  }
  const Owner& owner = owners_[m][change.piece];
  const bool is_tensor = m <= tensor_count_;
  damage.case_index = owner.case_index;
  damage.place = owner.place;
  damage.name =
      is_tensor ? file_->signature->tensor_name(owner.place) : variant_->scratch[owner.place].name;
  const bool before = change.where == Where::Before || owner.ghost;
  if (is_tensor)
    damage.what = before                         ? What::GuardBefore
                  : change.where == Where::After ? What::GuardAfter
                                                 : What::InputChanged;
  else
    damage.what = before ? What::ScratchBefore : What::ScratchAfter;
  // The ghost's piece lies before the first case's own piece, so the damage is reported as a damage
  // before that piece.
  if (owner.ghost)
    for (std::size_t k = change.piece; k < owners_[m].size(); ++k)
      if (const Owner& own = owners_[m][k];
          !own.ghost && own.place == owner.place && own.case_index == owner.case_index) {
        damage.offset += static_cast<std::int64_t>(memories_[m]->pieces()[change.piece].begin) -
                         static_cast<std::int64_t>(memories_[m]->pieces()[k].begin);
        break;
      }
  return damage;
}

}  // namespace assay::opencl
