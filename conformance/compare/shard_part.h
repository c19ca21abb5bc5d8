#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <vector>

#include "conformance/keep/checkpoint.h"
#include "conformance/run/reproduction.h"
#include "specs/json.h"

namespace assay::conformance {

/// A shard's folder, opened.
struct ShardPart {
  std::filesystem::path folder;
  Checkpoint checkpoint;
  specs::Json run;
  std::vector<specs::Json> failures;
  std::ifstream rows;
  /// The number of the last line that was read of the rows; the heading is line 1.
  std::uint64_t line = 1;
};

/// Throws Error where a part is of another campaign, device or version than the first.
void require_same(const ShardPart& first, const ShardPart& other);

/// Whether a run writes a reproducer of a divergence (RunFolder::found()).
bool has_reproducer(const specs::Json& failure);

/// Makes the record of a failure what it would be if the failure had not been shrunk. `words`:
/// those of a command that runs its case again.
void unshrink(specs::Json& failure, const CommandWords& words);

}  // namespace assay::conformance
