#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace assay::cmd {

/// Reads a count as people write it: 20000, 20k, 1M or 1e6, where k is 1,000 and M is 1,000,000. It
/// must be in `least` .. `most`.
CLI::Validator count(std::uint64_t least, std::uint64_t most);

}  // namespace assay::cmd
