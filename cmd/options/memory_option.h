#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace assay::cmd {

/// The option `--memory`: the bytes that all workers of a campaign may take together. The default
/// is a quarter of the machine's memory, or of the container's limit where that is lower, but at
/// least 1 GiB.
class MemoryOption {
 public:
  MemoryOption();

  void add_to(CLI::App& app);

  /// The number of workers that the memory is enough for: at least one, at most `jobs`.
  unsigned bounded(unsigned jobs) const;
  /// The share of each worker in bytes, where there are `jobs` workers and one more that looks into
  /// failures.
  std::uint64_t share(unsigned jobs) const { return bytes_ / (jobs + 1); }

 private:
  std::uint64_t bytes_;
};

}  // namespace assay::cmd
