#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "conformance/plan/build_order.h"
#include "conformance/route/kernel_library.h"
#include "specs/chooser.h"

namespace assay::conformance {

/// What drivers build for the batches of a random campaign. First each operator with each data type
/// has one build, and each variant. Later batches run what was built for batches before them, and
/// now and then one opens the next key of its operator's order, as the costs of builds and cases
/// (BuildCosts) permit. No clock is asked. What half of the batches with a wide tensor build for
/// groups of one item (SpecialBatches) is little, and is not counted.
class BuildSchedule {
 public:
  /// An operator with a data type of its first tensor. The batches of a campaign take turns.
  struct Turn {
    const specs::Spec* spec;
    std::int64_t type;
  };
  /// Gives the number of a batch among those of its operator that open no key, and take the
  /// operator's variants in turn: its rank. Nothing for all others.
  using RankOf = std::function<std::optional<std::uint64_t>(std::uint64_t index)>;
  static std::optional<std::uint64_t> no_rank(std::uint64_t) { return {}; }
  /// `kernels` must outlive the schedule; if it is null, they are those built in. There must be a
  /// turn.
  BuildSchedule(std::vector<Turn> turns, std::vector<specs::Level> levels, Combine combine,
                std::uint64_t seed, KernelLibrary* kernels, RankOf rank_of = no_rank);

  /// What a batch builds, or was built before it.
  struct Choice {
    const BuildKey* key;
    /// The key's number in its operator's order.
    std::size_t number;
    /// The data types of the batch's cases.
    const ops::List* types;
    /// Of a batch with a rank: how many with the same variant have a lower rank.
    std::uint64_t of_variant = 0;
  };
  /// The choice of batch `index`. What is free in it is chosen by `chooser`. A batch with a rank
  /// has one of its variant's keys so far: if there is another, none whose kernels run slowly, and
  /// one with the turn's data type.
  Choice choose(std::uint64_t index, specs::Chooser& chooser);

  /// The build units of the first keys of the operator of batch `index` whose program options are
  /// those of `route`.
  std::vector<opencl::BuildUnit> first_units(std::uint64_t index, const Route& route);

  /// The estimated milliseconds of all builds before batch `index`, and of all cases before it.
  struct Spent {
    double builds = 0, cases = 0;
  };
  Spent spent(std::uint64_t index);

 private:
  /// The builds of one operator.
  struct OfOperator {
    explicit OfOperator(BuildOrder o) : order(std::move(o)) {}
    BuildOrder order;
    /// The batches that opened the keys after the first ones.
    std::vector<std::uint64_t> opened;
  };
  OfOperator& of(const Turn& turn);
  /// Choose for a batch whose turn is `t`, before which the first `known` keys were opened.
  static Choice choose_by_rank(OfOperator& o, const Turn& t, std::size_t known,
                               specs::Chooser& chooser, std::uint64_t rank);
  static Choice choose_of(OfOperator& o, const Turn& t, std::size_t number,
                          specs::Chooser& chooser);
  const Turn& turn(std::uint64_t index) const { return turns_[index % turns_.size()]; }
  /// Decides for all batches before `index` which of them open a key.
  void walk_to(std::uint64_t index);

  std::vector<Turn> turns_;
  std::vector<specs::Level> levels_;
  Combine combine_;
  std::uint64_t seed_;
  std::unique_ptr<KernelLibrary> own_kernels_;
  KernelLibrary& kernels_;
  RankOf rank_of_;
  std::map<const specs::Spec*, OfOperator> operators_;
  /// All batches before `walked_` are decided. They opened keys for `opened_` milliseconds, and
  /// `credit_` milliseconds are left.
  std::uint64_t walked_ = 0;
  double opened_ = 0, credit_ = 0;
};

}  // namespace assay::conformance
