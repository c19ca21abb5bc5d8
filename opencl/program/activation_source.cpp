// One function has the formulas of all activations, and the case says which is meant. A program for
// each activation would have to be built on its own.
#include "opencl/program/activation_source.h"

#include <fmt/format.h>

#include "opencl/program/prelude.h"
#include "ops/arithmetic/formula_text.h"

namespace assay::opencl {
namespace {

std::string activated(const ops::Signature& signature, const std::string& lanes) {
  const ops::Activation& activation = *signature.activation;
  const ops::Member& type = signature.value_at(activation.type_place);
  const std::string floats = "float" + lanes;
  std::vector<std::string> names{"x"};
  for (const std::size_t parameter : activation.parameters)
    names.push_back(fmt::format("({})(c->{})", floats, signature.members[parameter].name));
  std::string cases;
  for (const ops::Enumerator& e : type.enumerators)
    cases += fmt::format(
        "    case {}:\n      return {};\n", macro_of(type, e),
        float_text(*activation.formulas[static_cast<std::size_t>(e.value)], names, floats).value);
  return fmt::format(
      "static {0} activated{1}(CASE_SPACE const Case* c, {0} x) {{\n"
      "  if (!c->{2}.present) return x;\n"
      "  switch (c->{3}) {{\n"
      "{4}"
      "    default:\n"
      "      return x;\n"
      "  }}\n"
      "}}\n",
      floats, lanes, signature.value_at(activation.struct_place).name, type.name, cases);
}

}  // namespace

std::string activation_source(const ops::Signature& signature) {
  if (!signature.activation) return {};
  return "\n// What the fused activation makes of x.\n" + activated(signature, "") +
         activated(signature, "4");
}

}  // namespace assay::opencl
