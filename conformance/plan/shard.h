#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace assay::conformance {

/// A part of a campaign's batches. Shards 1/N … N/N partition them, and with them the cases.
struct Shard {
  /// 0 … count − 1.
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  bool is_all() const { return count == 1; }
  /// Whether this shard runs the batch of that number. Of any `count` batches in a row that begin
  /// at a multiple of `count` it runs exactly one.
  bool owns(std::uint64_t batch) const;
  /// `3/8`, counted from 1.
  std::string name() const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Shards at most: more than any farm has machines.
constexpr std::uint64_t kMostShards = 100000;

/// Reads `I/N`, I in 1..N. Throws Error.
Shard parse_shard(const std::string& text);

/// A variable's value, or null.
using Environment = std::function<const char*(const char* name)>;

/// The shard that the engine around this process asks for: Bazel's TEST_SHARD_INDEX, GoogleTest's
/// GTEST_SHARD_INDEX, GitLab's CI_NODE_INDEX, Kubernetes' JOB_COMPLETION_INDEX with
/// JOB_COMPLETION_TOTAL, or Slurm's SLURM_ARRAY_TASK_ID, each with its total; nothing where none
/// does. Throws Error where an index has no total, a total other than 1 no index, they make no
/// sense, or two engines ask for different shards.
std::optional<Shard> shard_from_environment(const Environment& environment);

/// Makes the file by which an engine learns that shards are understood (TEST_SHARD_STATUS_FILE,
/// GTEST_SHARD_STATUS_FILE), where it asks for one. Throws Error.
void acknowledge_sharding(const Environment& environment);

}  // namespace assay::conformance
