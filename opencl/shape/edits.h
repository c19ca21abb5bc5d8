#pragma once

#include <string>
#include <vector>

#include "opencl/shape/kernel_tree.h"

namespace assay::opencl {

/// Changes of a text, by its tokens. Spans that are replaced must not overlap.
class Edits {
 public:
  explicit Edits(const KernelTree& tree) : tree_(&tree) {}

  /// The text stands before, or after, that token, with a space between them.
  void before(std::size_t token, const std::string& text);
  void after(std::size_t token, const std::string& text);
  void replace(Span span, std::string text);

  /// Where in the text the first change is.
  std::size_t first() const;

  /// The tree's text with the changes. Changes at the same place stand in the order in which they
  /// were made.
  std::string result() const;

 private:
  struct Edit {
    std::size_t from, to;
    std::string text;
  };
  const KernelTree* tree_;
  std::vector<Edit> edits_;
};

}  // namespace assay::opencl
