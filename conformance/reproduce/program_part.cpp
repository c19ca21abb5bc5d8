#include "conformance/reproduce/program_part.h"

#include <fmt/format.h>

#include "ops/embedded_file.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

#include "kProgramParts.inc"

}  // namespace

std::string program_part(std::string_view name, const TemplateWords& words) {
  const ops::EmbeddedFile* file = ops::find_file(kProgramParts, name);
  if (!file) throw Error(fmt::format("the program has no part {}", name));
  return filled(file->text, words);
}

}  // namespace assay::conformance
