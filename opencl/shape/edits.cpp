#include "opencl/shape/edits.h"

#include <algorithm>

namespace assay::opencl {

void Edits::before(std::size_t token, const std::string& text) {
  const std::size_t at = tree_->token(token).at;
  edits_.push_back({at, at, text + " "});
}

void Edits::after(std::size_t token, const std::string& text) {
  const std::size_t at = tree_->token(token).end();
  edits_.push_back({at, at, " " + text});
}

void Edits::replace(Span span, std::string text) {
  edits_.push_back(
      {tree_->token(span.begin).at, tree_->token(span.end - 1).end(), std::move(text)});
}

std::size_t Edits::first() const {
  std::size_t first = tree_->text().size();
  for (const Edit& edit : edits_) first = std::min(first, edit.from);
  return first;
}

std::string Edits::result() const {
  std::vector<const Edit*> edits;
  for (const Edit& edit : edits_) edits.push_back(&edit);
  // The edits lie in the order in which they were made.
  std::sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) {
    return a->from != b->from ? a->from < b->from : a < b;
  });
  const std::string& text = tree_->text();
  std::string all;
  std::size_t at = 0;
  for (const Edit* edit : edits) {
    all.append(text, at, edit->from - at);
    all += edit->text;
    at = edit->to;
  }
  return all.append(text, at, text.npos);
}

}  // namespace assay::opencl
