#include "conformance/keep/sealed_file.h"

#include <fmt/format.h>

#include <string>

#include "conformance/keep/seal.h"
#include "ops/error.h"

namespace assay::conformance {

specs::Json read_sealed(const std::filesystem::path& path, int format) {
  std::error_code none;
  // A pipe in the place of the file might never be written.
  if (!std::filesystem::is_regular_file(path, none))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  const std::string text = specs::read_file(path);
  specs::Json json = specs::parse_json(text, path.string());
  require_format(json, path.string(), format);
  require_sealed(text, path.string());
  return json;
}

}  // namespace assay::conformance
