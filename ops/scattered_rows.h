#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops {

/// A set of rows. Its memory is kept from problem to problem.
class RowSet {
 public:
  explicit RowSet(std::vector<std::uint64_t>& memory, std::uint64_t rows) : bits_(memory) {
    bits_.assign((rows + 63) / 64, 0);
  }
  bool contains(std::uint64_t row) const { return bits_[row / 64] >> (row % 64) & 1; }
  void insert(std::uint64_t row) { bits_[row / 64] |= std::uint64_t{1} << (row % 64); }

 private:
  std::vector<std::uint64_t>& bits_;
};

/// One of several writes to the same row: the update with this number.
struct RowWrite {
  std::uint64_t row, update;
  auto operator<=>(const RowWrite&) const = default;
};

/// Permits for each element of a row the values that any of the writes to that row has for it.
template <class Word>
void permit_any_of(std::span<const RowWrite> writes, const Word* updates, std::uint64_t length,
                   PermittedTensor& output) {
  auto& alternatives = output.alternatives;
  for (std::uint64_t i = 0; i < length; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(alternatives.size());
    for (const RowWrite& w : writes) alternatives.push_back(updates[w.update * length + i]);
    std::sort(alternatives.begin() + first, alternatives.end());
    alternatives.erase(std::unique(alternatives.begin() + first, alternatives.end()),
                       alternatives.end());
    const std::uint64_t count = alternatives.size() - static_cast<std::uint64_t>(first);
    if (count == 1)
      alternatives.pop_back();
    else
      output.one_of.push_back(
          {writes[0].row * length + i, static_cast<std::uint64_t>(first), count});
  }
}

/// Permits what `output.bytes` holds, with rows overwritten by rows of the updates. The output has
/// `count` rows of `length` elements. each(visit) calls visit(update, row) for every update that is
/// written, in order. If several updates go to the same row, none is guaranteed to be written last,
/// so each element of the row may come from any of them.
///
/// A bitmap of the written rows finds such collisions. Only colliding updates are sorted and
/// examined again.
template <class Each>
void overwrite_rows(const Bytes& updates_bytes, std::uint64_t count, std::uint64_t length,
                    const Each& each, PermittedTensor& output) {
  thread_local std::vector<std::uint64_t> written_memory, collided_memory;
  thread_local std::vector<RowWrite> writes;
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* updates = view<Word>(updates_bytes).data();
    Word* to = view<Word>(output.bytes).data();
    RowSet written(written_memory, count);
    bool collision = false;
    each([&](std::uint64_t update, std::uint64_t row) {
      collision |= written.contains(row);
      written.insert(row);
      std::copy_n(updates + update * length, length, to + row * length);
    });
    if (!collision) return;

    RowSet seen(written_memory, count), collided(collided_memory, count);
    each([&](std::uint64_t, std::uint64_t row) {
      if (seen.contains(row)) collided.insert(row);
      seen.insert(row);
    });
    writes.clear();
    each([&](std::uint64_t update, std::uint64_t row) {
      if (collided.contains(row)) writes.push_back({row, update});
    });
    std::sort(writes.begin(), writes.end());
    for (auto first = writes.begin(), last = first; first != writes.end(); first = last) {
      last = std::find_if(first, writes.end(), [&](RowWrite w) { return w.row != first->row; });
      permit_any_of<Word>({first, last}, updates, length, output);
    }
  });
}

}  // namespace assay::ops
