#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cmd {

/// A line of a file that `assay new` wrote and that is still to be filled in.
struct FillIn {
  /// Counted from 1.
  std::size_t line;
  /// What is to be put there, from `FILL IN` on.
  std::string what;
};

/// The lines of a text that are to be filled in.
std::vector<FillIn> fill_ins(std::string_view text);

}  // namespace assay::cmd
