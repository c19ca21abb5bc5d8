#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "specs/draw.h"

namespace assay::conformance {

/// Which batches of a campaign of random cases are unlike the others, by number. Chance has no part
/// in it, so that a campaign of one operator with 50,000 cases, some 200 batches, has some of each
/// kind; but it knows neither device nor kernels.
class SpecialBatches {
 public:
  /// An operator with one of its data types. The batches of a campaign take turns.
  struct Turn {
    const specs::Spec* spec;
    /// How many turns of the operator stand before this one, and how many it has.
    std::uint64_t place, of_operator;
  };
  /// Which kinds there are.
  struct Kinds {
    bool invalid, often, wide;
  };
  SpecialBatches() = default;
  SpecialBatches(std::vector<Turn> turns, Kinds kinds) : turns_(std::move(turns)), kinds_(kinds) {}

  /// How often every turn had a batch before the round of this batch.
  std::uint64_t round_of(std::uint64_t index) const { return index / turns_.size(); }

  /// Whether the batch has invalid cases.
  bool is_violating(std::uint64_t index) const;

  /// 1000 or 100 if the batch is launched so often, and then it has one small case; else 1, and the
  /// route decides.
  std::uint64_t launches(std::uint64_t index) const;

  /// A kernel that goes wrong behind 65,536 elements of a tensor shows it in no other case. So
  /// about one batch in nine is of one case with a wide tensor (specs::Head::wide); later they are
  /// rarer, as they take time. Gives the number of such a batch among those of its operator: 0, 1,
  /// 2 and so on, but for a few that are of another kind instead. Nothing if this is none of them.
  std::optional<std::uint64_t> wide_rank(std::uint64_t index) const;

 private:
  std::vector<Turn> turns_;
  Kinds kinds_{};
};

/// Says in a head which tensors are wide in its operator's wide batch number `number` by one
/// variant: in the first all, or at least the first output; and in the batches behind it one by
/// one each tensor that no case leaves out.
void set_wide(std::uint64_t number, specs::Head& head);

}  // namespace assay::conformance
