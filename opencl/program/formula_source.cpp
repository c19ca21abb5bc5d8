// A formula is printed as a function of one element and as a function of four. Over floats the
// second uses the built-in functions of vectors, which are other code in many drivers. Over
// integers it uses the operations of vectors where the formula has these alone, and else takes the
// lanes one by one.
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

/// The result `value`, to which a fused activation is applied, which takes and gives FLOAT32.
std::string activated(const std::string& type, const std::string& lanes, const std::string& value) {
  const bool is_other_vector = !lanes.empty() && type != "float" + lanes;
  if (!is_other_vector) return fmt::format("activated{}(c, {})", lanes, value);
  return fmt::format("convert_{0}(activated{1}(c, convert_float{1}({2})))", type, lanes, value);
}

/// The statements of a function: the substituted variable, and the result.
std::string body(const ops::Signature& signature, const Formula& formula, const std::string& type,
                 const std::string& lanes, const ops::FormulaText& text) {
  std::string statements;
  if (!text.substituted.empty()) {
    const std::string& name = signature.members[formula.substituted()->variable].variable;
    statements = fmt::format("  {0} {1} = raw_{1};\n  {1} = {2};\n", type, name, text.substituted);
  }
  const bool is_fused = signature.activation.has_value();
  return fmt::format("{}  return {};\n", statements,
                     is_fused ? activated(type, lanes, text.value) : text.value);
}

/// What a condition is in OpenCL C, where `number` is the type that its operands are computed with.
std::string type_of_conditions(std::string_view number, const std::string& lanes) {
  const bool is_int = lanes.empty() || number == "float";
  return (is_int ? "int" : number == "half" ? "short" : "long") + lanes;
}

std::string float_function(const ops::Signature& signature, const Define& define,
                           const std::string& lanes) {
  const Formula& formula = *signature.formula;
  const std::string type = std::string(define.type_of_halves()) + lanes;
  const ops::FormulaText text = float_text(formula, names_of(signature, type, define.macro), type);
  return fmt::format(
      "static {} formula{}({}) {{\n{}}}\n",
      formula.is_condition() ? type_of_conditions(define.type_of_halves(), lanes) : type, lanes,
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

std::string integer_functions(const ops::Signature& signature, const std::string& macro,
                              bool with_vectors) {
  const Formula& formula =
      signature.integer_formula ? *signature.integer_formula : *signature.formula;
  if (!formula.has_integers())
    return fmt::format("#error \"{} is of floats\"\n", signature.operator_name);
  const auto function = [&](const std::string& type, const char* name, const std::string& value) {
    return fmt::format("static {} {}({}) {{\n  return {};\n}}\n", type, name,
                       parameters(signature, type, formula), value);
  };
  const ops::FormulaText text = integer_text(formula, names_of(signature, macro, macro), macro);
  std::string functions = integer_helpers(macro) + function(macro, "formula", text.value);
  if (!with_vectors) return functions;
  const std::string type = fmt::format("JOIN({}, 4)", macro);
  const auto vector = integer_vector_text(formula, names_of(signature, type, macro), type);
  return functions + function(type, "formula4", vector ? vector->value : by_lanes(signature, type));
}

/// How four neighbours are loaded and stored, as access_macros of kernel_file.cpp does with one.
std::string vector_macros(const Define& define) {
  if (define.in == Define::In::Half)
    return fmt::format(
        "#define {0}_VALUE4 half4\n"
        "#define {0}_LOAD4(from, at) vload4(0, (global const half*)(from) + (at))\n"
        "#define {0}_STORE4(value, to, at) vstore4(value, 0, (global half*)(to) + (at))\n",
        define.macro);
  const bool in_double = define.in == Define::In::Double;
  return fmt::format(
      "#define {0}_VALUE4 JOIN({0}_VALUE, 4)\n"
      "#if {0}_DATA_TYPE == FLOAT16\n"
      "#define {0}_LOAD4(from, at) {1}(vload_half4(0, (global const half*)(from) + (at)))\n"
      "#define {0}_STORE4(value, to, at) vstore_half4(value, 0, (global half*)(to) + (at))\n"
      "#else\n"
      "#define {0}_LOAD4(from, at) {1}(vload4(0, (from) + (at)))\n"
      "#define {0}_STORE4(value, to, at) vstore4({2}(value), 0, (to) + (at))\n"
      "#endif\n",
      define.macro, in_double ? "convert_double4" : "", in_double ? "convert_float4" : "");
}

}  // namespace

std::string formula_source(const ops::Signature& signature, const Define& define,
                           bool with_vectors) {
  const std::string& macro = define.macro;
  std::string text = fmt::format("\n// {}\n", signature.formula->text());
  if (define.of == Define::Of::Width)
    return text + integer_functions(signature, macro, with_vectors);
  text += vector_macros(define);
  const bool floats = signature.formula->has_floats();
  text += fmt::format("#if {0}_DATA_TYPE == FLOAT16 || {0}_DATA_TYPE == FLOAT32\n", macro);
  if (floats) text += float_function(signature, define, "");
  if (floats && with_vectors) text += float_function(signature, define, "4");
  return text + "#else\n" + integer_functions(signature, macro, with_vectors) + "#endif\n";
}

}  // namespace assay::opencl
