#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

// What options take, as validators with words of their own. Those that change the text are given to
// transform(), the others to check().

namespace assay::cmd {

/// Changes a whole number as people write it, such as `20000`, `20k`, `1M` or `1e6`, to its digits,
/// and refuses one that is not in least .. most.
CLI::Validator count(std::uint64_t least, std::uint64_t most);

/// Refuses what is no number in least .. most.
CLI::Validator number(double least, double most);

/// Changes a time such as `90`, `90s`, `10m` or `2h` to seconds, and refuses what is none.
CLI::Validator duration();

/// Refuses all but these words, and tells the nearest of them.
CLI::Validator one_of(std::vector<std::string> words);

}  // namespace assay::cmd
