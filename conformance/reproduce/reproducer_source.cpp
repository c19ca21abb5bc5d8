// The kernels as a reader wants them: without the helpers that they do not call, and without
// annotations.
#include "conformance/reproduce/reproducer_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "opencl/program/prelude.h"

namespace assay::conformance {
namespace {

bool has_word(const std::string& text, const std::string& word) {
  const auto in_a_word = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if (!in_a_word(at - 1) && !in_a_word(at + word.size())) return true;
  return false;
}

/// Paragraphs of the prelude (a macro, a function) that nothing uses are left out, again and again.
std::string without_unused(const std::string& prelude, const std::string& rest) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < prelude.size();) {
    // A line that defines a number stands alone; what else there is ends with an empty line.
    const bool number = prelude.compare(at, 8, "#define ") == 0;
    const std::size_t end = number ? prelude.find('\n', at) + 1 : prelude.find("\n\n", at);
    const std::size_t stop = end == prelude.npos ? prelude.size() : number ? end : end + 2;
    parts.push_back(prelude.substr(at, stop - at));
    at = stop;
  }
  const auto name_of = [](const std::string& part) -> std::string {
    std::size_t at = part.find("static "), begin = 0;
    while (part.compare(begin, 2, "//") == 0) begin = part.find('\n', begin) + 1;
    if (part.compare(begin, 8, "#define ") == 0) {
      at = begin + 8;
    } else if (at != part.npos && (at == 0 || part[at - 1] == '\n')) {
      const std::size_t open = part.find('(', at);
      at = part.rfind(' ', open) + 1;
    } else {
      return {};
    }
    return part.substr(at, part.find_first_of(" (", at) - at);
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string name = name_of(parts[i]);
      if (name.empty()) continue;
      std::string others = rest;
      for (std::size_t k = 0; k < parts.size(); ++k)
        if (k != i) others += parts[k];
      if (has_word(others, name)) continue;
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i--));
      again = true;
    }
  }
  return fmt::format("{}", fmt::join(parts, ""));
}

}  // namespace

std::string c_lines(const std::string& text) {
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("#line ") || line.starts_with("//:")) continue;
    std::string escaped;
    for (const char c : line) {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
    lines += fmt::format("    \"{}\\n\",\n", escaped);
  }
  return lines;
}

std::string c_source(const opencl::KernelFile& file, const opencl::Variant& variant,
                     const std::string& build_options) {
  const std::string all = file.source(variant);
  const std::size_t own = opencl::prelude(*file.signature, file.scratch).size();
  const std::string kernels = all.substr(own);
  const std::string text = without_unused(all.substr(0, own), kernels + build_options) + kernels;
  return c_lines(text);
}

}  // namespace assay::conformance
