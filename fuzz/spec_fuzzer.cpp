// Specs and rule expressions from untrusted sources. JSON is loaded as a spec. A spec that loads
// must be usable: draw, validate, violate and repair may fail only with an Error. Any other text is
// an expression over the members of a struct that has every kind of member.
#include <fmt/format.h>

#include "fuzz/engine.h"
#include "fuzz/finding.h"
#include "ops/error.h"
#include "ops/expression.h"
#include "specs/draw.h"
#include "specs/loader.h"
#include "specs/repair.h"
#include "specs/rules.h"
#include "specs/violate.h"

using namespace assay;

namespace {

const ops::Signature& signature() {
  static const ops::Signature all = [] {
    ops::Signature s;
    s.operator_name = "all";
    s.add("In", ops::Kind::Input);
    s.add("Out", ops::Kind::Output);
    s.add("U", ops::Kind::Uint);
    s.add("I", ops::Kind::Int);
    s.add("B", ops::Kind::Bool);
    s.add("E", ops::Kind::Enum, {{"ONE", 1}, {"TWO", 2}});
    s.add("Us", ops::Kind::Uints);
    s.add("Is", ops::Kind::Ints);
    s.add("F", ops::Kind::Float);
    s.add("T", ops::Kind::Type);
    s.add("S", ops::Kind::Struct).optional = true;
    s.add("S.F", ops::Kind::Float);
    return s;
  }();
  return all;
}

/// The descriptors that expressions are evaluated for: an empty one, an ordinary one, and one with
/// extreme values.
std::vector<ops::Descriptor> descriptors() {
  std::vector<ops::Descriptor> all(3, ops::Descriptor(signature()));
  all[1].tensor("In").sizes = {1, 1, 3, 4};
  all[1].tensor("Out").sizes = {3, 4};
  all[1].values = {{2}, {-3}, {1}, {2}, {1, 2, 3, 4}, {-1, 0, 1}, {-1}, {3}, {1}, {7}};
  all[2].tensor("In").sizes = ops::List(ops::kMaxEntries, UINT32_MAX);
  all[2].tensor("Out").sizes = ops::List(ops::kMaxEntries, 1);
  all[2].tensor("Out").strides = ops::List(ops::kMaxEntries, UINT32_MAX);
  const ops::List lowest(ops::kMaxEntries, INT32_MIN), highest(ops::kMaxEntries, UINT32_MAX);
  all[2].values = {{UINT32_MAX}, {INT32_MIN}, {INT32_MAX}, {INT32_MIN}, highest,
                   lowest,       {INT32_MAX}, {11},        {0},         {0}};
  return all;
}

void run_expression(std::string_view text) {
  using Form = ops::Expression::Form;
  static const std::vector<ops::Descriptor> all = descriptors();
  const ops::Aliases aliases{{{"n", "U + 1"}, {"l", "In.Sizes ++ Us"}, {"m", "n * n"}}};
  for (const Form form : {Form::Integer, Form::Set, Form::Sets}) {
    try {
      const ops::Expression e =
          ops::Expression::parse(text, form, signature(), aliases, form == Form::Set ? "j" : "");
      for (const ops::Descriptor& d : all) {
        ops::Set set;
        ops::Sets sets;
        if (form == Form::Integer)
          e.integer(d, INT64_MAX);
        else if (form == Form::Set)
          e.set(d, set, INT64_MIN);
        else
          e.sets(d, sets);
      }
    } catch (const ops::ExpressionError& error) {
      if (error.column < 1 || error.column > text.size() + 1)
        fuzz::report(fmt::format("column {} is not in the text", error.column), text);
    }
  }
}

void run_spec(std::string_view text) {
  std::unique_ptr<const specs::Spec> spec;
  try {
    spec = specs::load_spec(text, "input");
  } catch (const Error&) {
    return;
  }
  specs::SeededChooser chooser(1);
  constexpr specs::Limits kLimits{.max_elements = 256};
  try {
    for (int i = 0; i < 4; ++i) {
      const specs::Case c = draw(*spec, chooser, kLimits);
      if (!is_valid(c)) fuzz::report("a drawn case is not valid", text);
      if (!(repair(c) == c)) fuzz::report("a valid case is not its own repair", text);
    }
    for (std::size_t r = 0; r < spec->rules.size(); ++r)
      if (const auto c = violate(*spec, r, chooser, kLimits)) {
        broken_rules(*c);
        if (!is_valid(repair(*c))) fuzz::report("a repaired case is not valid", text);
      }
  } catch (const Error&) {
    // The spec's rules permit no case. The Error says so, which is right.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] == '{')
    run_spec(text);
  else
    run_expression(text);
  return 0;
}
