// output = input; output[indices[p], …] = updates[p, …]
//
// A tuple names a row: the elements that share the tuple's coordinates. If several tuples name the
// same row, none is guaranteed to be written last, so each element of the row may come from any of
// them. A bitmap of the written rows finds such collisions. Only colliding tuples are sorted and
// examined again.
#include <algorithm>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops::oracles {
namespace {

/// The rows of the input that the tuples name. A tuple outside the input names no row.
struct Rows {
  DataType index_type;
  const Bytes& indices;
  /// The sizes of the dimensions that a tuple's components address.
  List addressed;
  std::uint64_t count = 1, length = 1, tuples;

  explicit Rows(const Problem& problem)
      : index_type(problem.tensor("IndicesTensor").type), indices(problem.input("IndicesTensor")) {
    const List& sizes = problem.tensor("InputTensor").sizes;
    const auto components = static_cast<std::size_t>(problem.tensor("IndicesTensor").sizes.back());
    const std::size_t first =
        sizes.size() - static_cast<std::size_t>(problem.value("InputDimensionCount"));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i >= first && addressed.size() < components) addressed.push_back(sizes[i]);
      (i < first + components ? count : length) *= static_cast<std::uint64_t>(sizes[i]);
    }
    tuples = indices.size() / size_of(index_type) / components;
  }

  /// The row of a tuple; `count` if it lies outside the input.
  template <class Index>
  std::uint64_t row(const Index* tuple) const {
    std::uint64_t row = 0;
    for (const std::int64_t size : addressed) {
      const Index index = *tuple++;
      const auto n = static_cast<std::uint64_t>(size);
      const std::uint64_t at = static_cast<std::uint64_t>(index) + (index < Index{0} ? n : 0);
      if (at >= n) return count;
      row = row * n + at;
    }
    return row;
  }

  /// Calls f(tuple, row) in order for each tuple that names a row.
  template <class F>
  void each(F&& f) const {
    const auto run = [&]<class Index>(Index) {
      const Index* tuple = view<Index>(indices).data();
      for (std::uint64_t p = 0; p < tuples; ++p, tuple += addressed.size())
        if (const std::uint64_t r = row(tuple); r < count) f(p, r);
    };
    switch (index_type) {
      case DataType::UINT32:
        return run(std::uint32_t{});
      case DataType::UINT64:
        return run(std::uint64_t{});
      case DataType::INT32:
        return run(std::int32_t{});
      default:
        return run(std::int64_t{});
    }
  }
};

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

struct Write {
  std::uint64_t row, tuple;
  auto operator<=>(const Write&) const = default;
};

/// Permits for each element of a row the values that any of the writes to that row has for it.
template <class Word>
void permit_any(std::span<const Write> writes, const Word* updates, std::uint64_t length,
                PermittedTensor& output) {
  auto& alternatives = output.alternatives;
  for (std::uint64_t i = 0; i < length; ++i) {
    const auto first = static_cast<std::ptrdiff_t>(alternatives.size());
    for (const Write& w : writes) alternatives.push_back(updates[w.tuple * length + i]);
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

}  // namespace

void scatter_nd(const Problem& problem, const FloatModel&, Permitted& permitted) {
  thread_local std::vector<std::uint64_t> written_memory, collided_memory;
  thread_local std::vector<Write> writes;
  const Rows rows(problem);
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const Bytes& input = problem.input("InputTensor");
  std::copy(input.begin(), input.end(), output.bytes.begin());
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* updates = view<Word>(problem.input("UpdatesTensor")).data();
    Word* to = view<Word>(output.bytes).data();
    RowSet written(written_memory, rows.count);
    bool collision = false;
    rows.each([&](std::uint64_t tuple, std::uint64_t row) {
      collision |= written.contains(row);
      written.insert(row);
      std::copy_n(updates + tuple * rows.length, rows.length, to + row * rows.length);
    });
    if (!collision) return;

    RowSet seen(written_memory, rows.count), collided(collided_memory, rows.count);
    rows.each([&](std::uint64_t, std::uint64_t row) {
      if (seen.contains(row)) collided.insert(row);
      seen.insert(row);
    });
    writes.clear();
    rows.each([&](std::uint64_t tuple, std::uint64_t row) {
      if (collided.contains(row)) writes.push_back({row, tuple});
    });
    std::sort(writes.begin(), writes.end());
    for (auto first = writes.begin(), last = first; first != writes.end(); first = last) {
      last = std::find_if(first, writes.end(), [&](Write w) { return w.row != first->row; });
      permit_any<Word>({first, last}, updates, rows.length, output);
    }
  });
}

}  // namespace assay::ops::oracles
