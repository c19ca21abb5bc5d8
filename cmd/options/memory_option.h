#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace assay::cmd {

/// `--memory`: bytes that all workers of a campaign may take together, by default a quarter of the
/// machine's, or of what a container leaves of it.
class MemoryOption {
 public:
  MemoryOption();

  void add_to(CLI::App& app);

  /// As many of `jobs` workers as there is memory for, at least one.
  unsigned bounded(unsigned jobs) const;
  /// Each one's share, where one more looks into failures.
  std::uint64_t share(unsigned jobs) const { return bytes_ / (jobs + 1); }

 private:
  std::uint64_t bytes_;
};

}  // namespace assay::cmd
