// A kernel file's text, with those of the files that it includes.

#include "opencl/program/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "opencl/program/line_directive.h"
#include "ops/embedded_file.h"
#include "ops/installed.h"
#include "ops/nearest_name.h"

namespace assay::opencl {
namespace {

#include "kEmbeddedKernels.inc"

constexpr std::string_view kInclude = "//: include ";
constexpr std::string_view kVariant = "//: variant";

std::optional<KernelText> find_text(const std::string& name,
                                    const std::optional<std::filesystem::path>& folder) {
  for (const auto& from : {folder, ops::installed_folder("kernels")}) {
    if (!from) continue;
    const std::filesystem::path path = *from / name;
    if (std::ifstream file(path); file && !std::filesystem::is_directory(path)) {
      std::ostringstream text;
      text << file.rdbuf();
      return KernelText{path.string(), text.str(), {}};
    }
  }
  if (const ops::EmbeddedFile* file = ops::find_file(kEmbeddedKernels, name))
    return KernelText{std::string(file->path), std::string(file->text), {}};
  return std::nullopt;
}

// The names of all files that kernels can include.
std::vector<std::string> included_files(const std::optional<std::filesystem::path>& folder) {
  std::vector<std::string> names;
  const auto add = [&](const std::filesystem::path& path) {
    if (path.extension() == ".clh") names.push_back(path.filename().string());
  };
  for (const auto& from : {folder, ops::installed_folder("kernels")}) {
    std::error_code none;
    if (from)
      for (const auto& entry : std::filesystem::directory_iterator(*from, none)) add(entry.path());
  }
  for (const ops::EmbeddedFile& file : kEmbeddedKernels) add(file.path);
  return names;
}

bool holds(const std::vector<std::string>& paths, const std::string& path) {
  return std::ranges::find(paths, path) != paths.end();
}

// Puts the text of each included file in the place of its annotation.
class Includes {
 public:
  explicit Includes(const std::optional<std::filesystem::path>& folder) : folder_(folder) {}

  // The text of a file with those of the files that it includes.
  std::string text_of(const KernelText& file) {
    within_.push_back(file.path);
    if (!holds(files, file.path)) files.push_back(file.path);
    std::istringstream lines(file.text);
    std::string all;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with(kVariant)) {
        ++variants_;
        of_variant_.clear();
      }
      all += line.starts_with(kInclude) ? included(line.substr(kInclude.size()), file.path, number)
                                        : line + "\n";
    }
    within_.pop_back();
    return all;
  }

  // The paths of all files, each once.
  std::vector<std::string> files;

 private:
  // What stands in the place of an annotation that includes a file.
  std::string included(const std::string& name, const std::string& path, std::size_t line) {
    const auto fail = [&](const std::string& why) {
      throw KernelFileError(fmt::format("{}:{}:{}: {}", path, line, kInclude.size() + 1, why));
    };
    const std::optional<KernelText> file = find_text(name, folder_);
    if (!file)
      fail(fmt::format("there is no file {}{}", name,
                       ops::known_words(name, included_files(folder_))));
    if (holds(within_, file->path)) fail(name + " would stand within itself");
    if (holds(of_all_, file->path) || holds(of_variant_, file->path)) return "\n";
    const std::size_t variants = variants_;
    (variants == 0 ? of_all_ : of_variant_).push_back(file->path);
    const std::string text = text_of(*file);
    if (variants_ > variants) of_all_.push_back(file->path);
    return line_directive({1, file->path}) + text + line_directive({line + 1, path});
  }

  const std::optional<std::filesystem::path>& folder_;
  // The paths of the files around the line that is read, from the operator's own on.
  std::vector<std::string> within_;
  // The paths of the files that stand in the text of all variants or have variants of their own,
  // and of those in the text of this variant.
  std::vector<std::string> of_all_, of_variant_;
  // How many variants began so far.
  std::size_t variants_ = 0;
};

}  // namespace

KernelText kernel_text(std::string_view operator_name,
                       const std::optional<std::filesystem::path>& folder) {
  const std::string name = std::string(operator_name) + ".cl";
  std::optional<KernelText> found = find_text(name, folder);
  if (!found)
    throw KernelFileError(fmt::format("{}:1:1: operator {} has no kernels; this file is missing",
                                      name, operator_name));
  Includes includes(folder);
  found->text = includes.text_of(*found);
  found->files = std::move(includes.files);
  return std::move(*found);
}

KernelText kernel_text(const ops::Signature& signature,
                       const std::optional<std::filesystem::path>& folder) {
  std::error_code none;
  const bool own =
      folder && std::filesystem::exists(*folder / (signature.operator_name + ".cl"), none);
  return kernel_text(own ? signature.operator_name : signature.implementation(), folder);
}

}  // namespace assay::opencl
