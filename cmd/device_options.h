#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "conformance/pipeline.h"

namespace assay::cmd {

/// `--device` and `--kernels`, which every subcommand that runs cases has.
struct DeviceOptions {
  std::string device;
  std::optional<std::filesystem::path> kernels;

  void add_to(CLI::App& app);
  /// Throws Error where there is no such device, or no such folder.
  conformance::Pipeline open() const;
  /// The options as shell words that select the same: `--device NAME --kernels DIR`.
  std::string words(const opencl::DeviceInfo& device) const;
};

}  // namespace assay::cmd
