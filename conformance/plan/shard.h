#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace assay::conformance {

/// A part of a campaign's batches. The shards 1/N … N/N partition the batches, and so the cases.
struct Shard {
  /// 0 … count − 1.
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  bool is_all() const { return count == 1; }
  /// Whether this shard runs the batch of that number. Of `count` consecutive batches whose first
  /// number is a multiple of `count`, the shard runs exactly one.
  bool owns(std::uint64_t batch) const;
  /// `3/8`, counted from 1.
  std::string name() const;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// The largest number of shards. It is more than any farm has machines.
constexpr std::uint64_t kMostShards = 100000;

/// Reads `I/N` with I in 1..N. Throws Error for any other text.
Shard parse_shard(const std::string& text);

/// Gives the value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

/// The shard that the engine around this process requests with its variables: Bazel's
/// TEST_SHARD_INDEX, GoogleTest's GTEST_SHARD_INDEX, GitLab's CI_NODE_INDEX, Kubernetes'
/// JOB_COMPLETION_INDEX with JOB_COMPLETION_TOTAL, or Slurm's SLURM_ARRAY_TASK_ID, each with its
/// total. Nothing if no engine does. Throws Error if an index has no total, if a total other than 1
/// has no index, if the numbers make no sense, or if two engines request different shards.
std::optional<Shard> shard_from_environment(const Environment& environment);

/// If an engine requests it with TEST_SHARD_STATUS_FILE or GTEST_SHARD_STATUS_FILE, makes the file
/// that tells the engine that shards are supported. Throws Error if that fails.
void acknowledge_sharding(const Environment& environment);

}  // namespace assay::conformance
