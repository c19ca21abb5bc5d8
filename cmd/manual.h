#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::cmd {

// What is made of the program's own subcommands and options, so that it has all of them and no
// others: man pages, and completions for shells. Hidden subcommands and options are left out.

/// The words that call a subcommand: `assay bench throughput`.
std::string command_of(const CLI::App& app);

/// A man page in roff: of the program where `app` is the whole program, or of one subcommand.
std::string man_page(const CLI::App& app);

/// A script that makes a shell complete subcommands, options, operators and file names. `shell`:
/// bash, zsh or fish.
std::string completions(const CLI::App& program, const std::string& shell,
                        const std::vector<std::string>& operators);

/// The shells that completions() knows.
inline const std::vector<std::string> kShells{"bash", "zsh", "fish"};

/// Writes `man1/assay.1`, `man1/assay-run.1`, … and the three completions to a folder, where a
/// package takes them from. Throws Error.
void write_manual(const CLI::App& program, const std::vector<std::string>& operators,
                  const std::filesystem::path& folder);

}  // namespace assay::cmd
