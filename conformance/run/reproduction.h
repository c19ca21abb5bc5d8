#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/record.h"

namespace assay::conformance {

/// The options of a command that choose what is tested, as shell words: `--device NAME`, followed
/// by `--kernels DIR` if the user's own kernels are tested; or `--backend LIB.so` alone.
std::string device_options(const std::string& device,
                           const std::optional<std::filesystem::path>& kernels,
                           const std::optional<std::filesystem::path>& backend);

/// The shell words of a command beside its subcommand and its case.
struct CommandWords {
  /// device_options().
  std::string options;
  /// The program, with those of its options that come before a subcommand:
  /// `build/assay --specs DIR`.
  std::string program = "assay";
};

/// A command that does something with one case: `assay check --device NAME LINE`. `command` is a
/// subcommand, which may be followed by options of its own.
std::string command_for(const std::string& command, const CommandWords& words,
                        const std::string& line);

/// The command that runs these cases again, as one batch where they are several. There must be one.
std::string command_for(const std::string& command, const CommandWords& words,
                        const std::vector<specs::Case>& cases, const Route& route);

/// The one command that shows a divergence again. It runs the smallest case, or all cases of the
/// batch if they fail only together, or, where the case fails only behind another one, both in that
/// order. `batch_file`: a file with the lines of that batch, if there is one.
std::string reproduction(const Record& record, const CommandWords& words,
                         const std::string& command = "check",
                         const std::filesystem::path& batch_file = {});

}  // namespace assay::conformance
