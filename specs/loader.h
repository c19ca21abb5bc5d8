#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "specs/spec.h"

namespace assay::specs {

/// A spec from its JSON text. Throws Error with `path`, the place within the document and, for an
/// expression, the column: an unknown key, a bad expression, rules that refer to each other in a
/// circle, an unknown level or data type, a rule without sentence or source.
std::unique_ptr<const Spec> load_spec(std::string_view json, const std::string& path);

/// All operators' specs, by name.
class Catalogue {
 public:
  /// The specs of a folder (`*.json`); without one those installed with the program, else those
  /// built into it. Throws Error.
  explicit Catalogue(const std::optional<std::filesystem::path>& folder = std::nullopt);

  /// Null where there is none of that name.
  const Spec* find(std::string_view name) const;
  const std::vector<std::unique_ptr<const Spec>>& all() const { return specs_; }

 private:
  std::vector<std::unique_ptr<const Spec>> specs_;
};

}  // namespace assay::specs
