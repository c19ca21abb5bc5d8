// A formula is printed as a function of one element and as a function of four. Over floats the
// second uses the built-in functions of vectors, which are other code in many drivers. Over
// integers it uses the operations of vectors where the formula has these alone, and else takes the
// lanes one by one. Over doubles and halves there is the first function alone.
#include "opencl/program/formula_source.h"

#include <fmt/format.h>

#include "ops/arithmetic/formula_text.h"

namespace assay::opencl {
namespace {

using ops::Formula;
using ops::Kind;

/// How a member stands in an expression of a type: its element's name, or a field of the case. A
/// scalar is held there by its bits, and has the type of the elements, which `macro` names.
std::vector<std::string> names_of(const ops::Signature& signature, const std::string& type,
                                  const std::string& macro) {
  std::vector<std::string> names;
  for (const ops::Member& m : signature.members) {
    std::string field = "c->" + m.name;
    if (m.kind == Kind::Struct && m.optional) field += ".present";
    if (m.kind == Kind::Scalar) field = fmt::format("{}_SCALAR({})", macro, field);
    names.push_back(!m.variable.empty() ? m.variable : fmt::format("({})({})", type, field));
  }
  return names;
}

std::vector<std::string> variables_of(const ops::Signature& signature) {
  std::vector<std::string> variables;
  for (const ops::Member& m : signature.members)
    if (!m.variable.empty()) variables.push_back(m.variable);
  return variables;
}

std::string parameters(const ops::Signature& signature, const std::string& type,
                       const Formula& formula) {
  std::string text = "CASE_SPACE const Case* c";
  for (const std::string& name : variables_of(signature)) {
    const auto& substituted = formula.substituted();
    const bool is_raw = substituted && signature.members[substituted->variable].variable == name;
    text += fmt::format(", {} {}{}", type, is_raw ? "raw_" : "", name);
  }
  return text;
}

/// The statements of a function: the substituted variable, and the result, to which a fused
/// activation is applied.
std::string body(const ops::Signature& signature, const Formula& formula, const std::string& type,
                 const std::string& lanes, const ops::FormulaText& text) {
  std::string statements;
  if (!text.substituted.empty()) {
    const std::string& name = signature.members[formula.substituted()->variable].variable;
    statements = fmt::format("  {0} {1} = raw_{1};\n  {1} = {2};\n", type, name, text.substituted);
  }
  const bool is_fused = signature.activation.has_value();
  const std::string value =
      is_fused ? fmt::format("activated{}(c, {})", lanes, text.value) : text.value;
  return fmt::format("{}  return {};\n", statements, value);
}

std::string float_function(const ops::Signature& signature, const Define& define,
                           const std::string& lanes) {
  const Formula& formula = *signature.formula;
  const std::string type = std::string(define.type_of_halves()) + lanes;
  const ops::FormulaText text = float_text(formula, names_of(signature, type, define.macro), type);
  return fmt::format(
      "static {} formula{}({}) {{\n{}}}\n", formula.is_condition() ? "int" + lanes : type, lanes,
      parameters(signature, type, formula), body(signature, formula, type, lanes, text));
}

/// The helpers of integer formulas. Division by zero gives 0, and never a trap.
std::string integer_helpers(const std::string& macro) {
  return fmt::format(
      "#if {0}_DATA_TYPE != FLOAT64\n"
      "static {0} {0}_negative({0} a) {{ return ({0})(0 - (ulong)a); }}\n"
      "static {0} {0}_abs({0} a) {{ return a < 0 ? {0}_negative(a) : a; }}\n"
      "static bool {0}_is_minus_one({0} a) {{ return a < 0 && a == ({0})-1; }}\n"
      "static {0} {0}_divide({0} a, {0} b) {{\n"
      "  return b == 0 ? 0 : {0}_is_minus_one(b) ? {0}_negative(a) : ({0})(a / b);\n"
      "}}\n"
      "static {0} {0}_remainder({0} a, {0} b) {{\n"
      "  return b == 0 || {0}_is_minus_one(b) ? 0 : ({0})(a % b);\n"
      "}}\n"
      "#endif\n",
      macro);
}

/// A vector of four, each of whose lanes is what `formula` makes of the operands' lanes.
std::string by_lanes(const ops::Signature& signature, const std::string& type) {
  std::string lanes;
  for (int lane = 0; lane < 4; ++lane) {
    lanes += lane ? ", formula(c" : "formula(c";
    for (const std::string& name : variables_of(signature))
      lanes += fmt::format(", {}.s{}", name, lane);
    lanes += ")";
  }
  return fmt::format("({})({})", type, lanes);
}

std::string integer_functions(const ops::Signature& signature, const std::string& macro) {
  const Formula& formula =
      signature.integer_formula ? *signature.integer_formula : *signature.formula;
  if (!formula.has_integers())
    return fmt::format("#error \"{} is of floats\"\n", signature.operator_name);
  const ops::FormulaText text = integer_text(formula, names_of(signature, macro, macro), macro);
  const std::string type = fmt::format("JOIN({}, 4)", macro);
  const auto vector = integer_vector_text(formula, names_of(signature, type, macro), type);
  const std::string four = vector ? vector->value : by_lanes(signature, type);
  return integer_helpers(macro) +
         fmt::format("static {0} formula({1}) {{\n  return {2};\n}}\n", macro,
                     parameters(signature, macro, formula), text.value) +
         fmt::format("static {} formula4({}) {{\n  return {};\n}}\n", type,
                     parameters(signature, type, formula), four);
}

std::string vector_macros(const std::string& macro) {
  return fmt::format(
      "#define {0}_VALUE4 JOIN({0}_VALUE, 4)\n"
      "#if {0}_DATA_TYPE == FLOAT16\n"
      "#define {0}_LOAD4(from, at) vload_half4(0, (global const half*)(from) + (at))\n"
      "#define {0}_STORE4(value, to, at) vstore_half4(value, 0, (global half*)(to) + (at))\n"
      "#else\n"
      "#define {0}_LOAD4(from, at) vload4(0, (from) + (at))\n"
      "#define {0}_STORE4(value, to, at) vstore4(value, 0, (to) + (at))\n"
      "#endif\n",
      macro);
}

}  // namespace

std::string formula_source(const ops::Signature& signature, const Define& define) {
  const std::string& macro = define.macro;
  const std::string note = fmt::format("\n// {}\n", signature.formula->text());
  if (define.of == Define::Of::Width) return note + integer_functions(signature, macro);
  std::string text = note;
  const bool has_vectors = define.in == Define::In::Own;
  if (has_vectors) text += vector_macros(macro);
  const bool floats = signature.formula->has_floats();
  text += fmt::format("#if {0}_DATA_TYPE == FLOAT16 || {0}_DATA_TYPE == FLOAT32\n", macro);
  if (floats) text += float_function(signature, define, "");
  if (floats && has_vectors) text += float_function(signature, define, "4");
  return text + "#else\n" + integer_functions(signature, macro) + "#endif\n";
}

}  // namespace assay::opencl
