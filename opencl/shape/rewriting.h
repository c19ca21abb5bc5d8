#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "opencl/shape/edits.h"
#include "opencl/shape/kernel_tree.h"

namespace assay::opencl {

/// A change of a kernel's text that keeps its meaning.
struct Rewriting {
  /// The word by which routes name it. It never changes.
  std::string_view name;
  /// What it makes, and why that means the same.
  std::string_view why;
  /// Each place of the text where it can be made, in the order of the text, with the changes that
  /// make it there.
  std::vector<Edits> (*places)(const KernelTree&);
};

/// All rewritings. A rewriting's place in this list may change.
std::span<const Rewriting> rewritings();
/// The rewriting of that name, or null.
const Rewriting* find_rewriting(std::string_view name);

}  // namespace assay::opencl
