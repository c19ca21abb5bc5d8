// Writes the kernels for a reader: without the helpers that they do not call, and without
// annotations.
#include "conformance/reproduce/reproducer_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <vector>

#include "conformance/reproduce/program_part.h"
#include "opencl/device/spirv.h"
#include "opencl/program/build_options.h"
#include "opencl/program/prelude.h"
#include "opencl/program/program.h"
#include "opencl/shape/layout.h"
#include "ops/error.h"

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

/// Leaves out the paragraphs of the prelude (macros, functions) that nothing uses. It looks again
/// after each removal, since a helper may be used only by a helper that was left out.
std::string without_unused(const std::string& prelude, const std::string& rest) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < prelude.size();) {
    // A `#define` at the begin of a paragraph is one line. Other paragraphs end with an empty line.
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

/// The source of the variant, without the parts of the prelude that neither its kernels nor the
/// build options use.
std::string used_source(const ReproducerBatch& batch, const std::string& build_options) {
  // Rewritings leave lines of the preprocessor as they are, so this one tells where the prelude
  // ends. Such lines are not written.
  const std::string mark = "#line 1 \"kernels\"\n";
  std::string all = opencl::rewritten(opencl::prelude(*batch.file.signature, batch.file.scratch) +
                                          mark + batch.file.own_source(batch.variant),
                                      batch.variant, batch.options);
  if (batch.options.shape != 0) all = opencl::laid_out(all);
  const std::size_t own = all.find(mark);
  const std::string kernels = all.substr(own);
  return c_lines(without_unused(all.substr(0, own), kernels + build_options) + kernels);
}

/// The SPIR-V module, made with these build options, as a C array. Empty where the route does not
/// use SPIR-V. Throws Error where the module cannot be made.
std::string spirv(const ReproducerBatch& batch, const std::string& options) {
  if (batch.options.program != opencl::ProgramFrom::Spirv) return {};
  const auto module =
      opencl::make_spirv(opencl::built_source(batch.file, batch.variant, batch.options), options);
  if (!module) throw Error("SPIR-V cannot be made: clang or llvm-spirv is missing or fails");
  std::string text = "// The same as SPIR-V.\nstatic const uint32_t spirv[] = {";
  for (std::size_t at = 0; at + 4 <= module->size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, module->data() + at, 4);
    text += fmt::format("{}0x{:08x},", at % 32 == 0 ? "\n    " : " ", word);
  }
  return text + "\n};\n";
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

std::string kernels_part(const ReproducerBatch& batch) {
  const std::string options = opencl::build_options(batch.variant, batch.types, batch.options);
  return program_part("kernels.c", {{"SOURCE", used_source(batch, options)},
                                    {"OPTIONS", options},
                                    {"SPIRV", spirv(batch, options)}});
}

}  // namespace assay::conformance
