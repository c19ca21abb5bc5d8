#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/embedded_file.h"
#include "specs/spec.h"

namespace assay::specs {

/// Makes a spec from its JSON text. Throws Error with the file (`path`, or one that the spec is
/// made of), line and column, the path within that file, and what would be right. The reasons are
/// an unknown key, a bad expression, rules that refer to each other in a circle, an unknown level
/// or data type, and a rule without sentence or source.
std::unique_ptr<const Spec> load_spec(std::string_view json, const std::string& path);

/// The files of the specs that the program carries inside.
std::span<const ops::EmbeddedFile> embedded_specs();

/// The specs of all operators. Threads may ask one catalogue at the same time.
class Catalogue {
 public:
  /// Loads the specs of a folder (`*.json`). Without a folder it takes the specs installed with the
  /// program or, if there are none, those built into it; each of these is loaded when it is first
  /// asked for. Throws Error.
  explicit Catalogue(const std::optional<std::filesystem::path>& folder = std::nullopt);

  /// Of specs that were loaded already, in the order of their operators' names.
  explicit Catalogue(std::vector<std::unique_ptr<const Spec>> specs) : specs_(std::move(specs)) {}

  /// The spec of the operator with this name, or null.
  const Spec* find(std::string_view name) const;
  const std::vector<std::unique_ptr<const Spec>>& all() const;
  /// The specs of the operators with these names, in this order; of all where `names` is empty.
  /// Throws Error for a name that no operator has.
  std::vector<const Spec*> chosen(const std::vector<std::string>& names) const;

 private:
  const Spec& built_in(std::size_t index) const;

  /// A built-in spec that nobody has asked for yet is null.
  mutable std::vector<std::unique_ptr<const Spec>> specs_;
  /// The files of built-in specs, in the order of `specs_`; empty where all were loaded at once.
  std::span<const ops::EmbeddedFile> files_;
  std::unique_ptr<std::mutex> loading_ = std::make_unique<std::mutex>();
};

}  // namespace assay::specs
