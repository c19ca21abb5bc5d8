#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "conformance/plan/case_plan.h"
#include "conformance/plan/shard.h"
#include "conformance/route/left_out.h"
#include "specs/draw.h"
#include "specs/spec.h"

namespace assay::conformance {

/// What a campaign tests, and how much of it.
struct CampaignOptions {
  std::vector<const specs::Spec*> operators;
  /// Whether they were named, so that each has to be tested.
  bool named = false;
  /// The levels to test. If it is empty, they are each operator's interesting levels.
  std::vector<specs::Level> levels;
  /// The campaign ends after this many cases or this many seconds, whichever comes first.
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::uint64_t seed = 1;
  specs::Limits limits;
  /// Whether routes have only a drawn variant, and the defaults for everything else.
  bool plain_routes = false;
  /// The share of the batches whose kernels get a drawn shape, 0 .. 1.
  double shapes = 0;
  /// Values that drawn routes do not have.
  LeftOut without;
  /// A fixed list of cases instead of random ones. Of the other options only `operators`, `seed`
  /// and `shard` are used then, and `cases` must be the number of its cases.
  std::shared_ptr<const CasePlan> plan;
  /// The part of the campaign that is run.
  Shard shard;
  /// Whether one batch in four has invalid descriptors, which must be refused. This is used for
  /// backends.
  bool violations = false;
};

}  // namespace assay::conformance
