// Which shard runs which batch. Batches repeat the combinations of operator and data type in
// rounds, so the batch's number modulo the number of shards would always give a shard the same
// combinations. Therefore each round of `count` batches is rotated by a number of its own.
#include "conformance/plan/shard.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

#include "ops/error.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

std::optional<std::uint64_t> natural(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The variables with which an engine tells a process its shard.
struct Engine {
  const char* index;
  const char* total;
  /// The first index, if no variable says it.
  std::uint64_t first;
  /// The variables of the first index, and of the step between two indices.
  const char* first_variable = nullptr;
  const char* step_variable = nullptr;
};

constexpr std::array<Engine, 5> kEngines{{
    {"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0},
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
    {"CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
    {"JOB_COMPLETION_INDEX", "JOB_COMPLETION_TOTAL", 0},
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
}};

std::uint64_t number(const Environment& environment, const char* name) {
  const char* text = environment(name);
  const auto value = natural(text);
  if (!value) throw Error(fmt::format("{}={}: is no number", name, text));
  return *value;
}

Shard shard_of(const Engine& e, const Environment& environment) {
  if (!environment(e.total))
    throw Error(fmt::format("{} is set and {} is not: set it, or give --shard I/N (1/1 for all)",
                            e.index, e.total));
  const std::uint64_t index = number(environment, e.index), total = number(environment, e.total);
  const auto or_else = [&](const char* name, std::uint64_t otherwise) {
    return name && environment(name) ? number(environment, name) : otherwise;
  };
  const std::uint64_t first = or_else(e.first_variable, e.first);
  const std::uint64_t step = or_else(e.step_variable, 1);
  if (total < 1 || total > kMostShards || step < 1 || index < first || (index - first) % step ||
      (index - first) / step >= total)
    throw Error(fmt::format("{}={} with {}={}: no shard of so many (the first is {})", e.index,
                            index, e.total, total, first));
  return {(index - first) / step, total};
}

}  // namespace

bool Shard::owns(std::uint64_t batch) const {
  return (batch % count + ops::mix(batch / count) % count) % count == index;
}

std::string Shard::name() const { return fmt::format("{}/{}", index + 1, count); }

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = natural(std::string_view(text).substr(0, slash));
  const auto count =
      slash == text.npos ? std::nullopt : natural(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > kMostShards)
    throw Error(fmt::format("--shard {}: give I/N with I from 1 to N, as in 3/8", text));
  return {*index - 1, *count};
}

std::optional<Shard> shard_from_environment(const Environment& environment) {
  std::optional<Shard> shard;
  const Engine* by = nullptr;
  for (const Engine& e : kEngines) {
    if (!environment(e.index)) {
      // GitLab sets the total to 1 for every job that is not sharded, without an index.
      if (environment(e.total) && number(environment, e.total) != 1)
        throw Error(
            fmt::format("{}={} is set and {} is not: set it, or give --shard I/N (1/1 for "
                        "all)",
                        e.total, environment(e.total), e.index));
      continue;
    }
    const Shard own = shard_of(e, environment);
    if (shard && own != *shard)
      throw Error(fmt::format("{} asks for shard {} and {} for shard {}: give --shard I/N",
                              by->index, shard->name(), e.index, own.name()));
    if (!shard) by = &e;
    shard = own;
  }
  return shard;
}

void acknowledge_sharding(const Environment& environment) {
  for (const char* name : {"TEST_SHARD_STATUS_FILE", "GTEST_SHARD_STATUS_FILE"}) {
    const char* path = environment(name);
    if (!path || !*path) continue;
    std::FILE* file = std::fopen(path, "a");
    if (!file) throw Error(fmt::format("{}={}: cannot be written", name, path));
    std::fclose(file);
  }
}

}  // namespace assay::conformance
