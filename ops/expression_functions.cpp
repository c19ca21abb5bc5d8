// The functions of expressions are a table of what each is given and what it makes of it.
#include <fmt/format.h>

#include "ops/expression_parser.h"
#include "ops/named_table.h"

namespace assay::ops {

using Op = ExpressionNode::Op;
using Type = ExpressionNode::Type;

namespace {

/// What a function is given, and what it makes of it.
struct Function {
  std::string_view name;
  enum class Takes : std::uint8_t {
    List,
    Integer,
    TwoIntegers,
    ListAndInteger,
    Member,
    Turns
  } takes;
  Op op = Op::Sum;
  Type type = Type::Integer;
};
constexpr Function kFunctions[] = {{"product", Function::Takes::List, Op::Product},
                                   {"leading_ones", Function::Takes::List, Op::LeadingOnes},
                                   {"length", Function::Takes::List, Op::Length},
                                   {"min", Function::Takes::TwoIntegers, Op::Min},
                                   {"max", Function::Takes::TwoIntegers, Op::Max},
                                   {"present", Function::Takes::Member},
                                   {"sum", Function::Takes::Turns},
                                   {"abs", Function::Takes::Integer, Op::Abs},
                                   {"contains", Function::Takes::ListAndInteger, Op::Contains},
                                   {"fit", Function::Takes::ListAndInteger, Op::Fit, Type::List}};

}  // namespace

void ExpressionParser::unknown_function(std::string_view word, std::size_t from) {
  // These look like functions, and are read where sets and shapes are (expression_parser.cpp).
  std::vector<std::string> known{"ones", "any", "multiples"};
  const std::string what = fmt::format("no function \"{}\"", word);
  if (std::find(known.begin(), known.end(), word) != known.end()) {
    text_.back_to(from);
    text_.fail(what + " among numbers; it makes sets");
  }
  for (const std::string& name : names_in(kFunctions)) known.push_back(name);
  unknown(from, what, word, known);
}

std::size_t ExpressionParser::call(std::string_view word, std::size_t from) {
  const Function* const function = find_named(kFunctions, word);
  if (!function) unknown_function(word, from);
  text_.expect("(");
  const auto with_integer = [&](std::size_t a) {
    text_.expect(",");
    return binary(function->op, function->type, a, integer());
  };
  const auto node = [&] {
    switch (function->takes) {
      case Function::Takes::List:
        return unary(function->op, function->type, list());
      case Function::Takes::Integer:
        return unary(function->op, function->type, integer());
      case Function::Takes::TwoIntegers:
        return with_integer(integer());
      case Function::Takes::ListAndInteger:
        return with_integer(list());
      case Function::Takes::Member:
        return present();
      case Function::Takes::Turns:
        break;
    }
    return sum_of_turns();
  }();
  text_.expect(")");
  return node;
}

std::size_t ExpressionParser::sum_of_turns() {
  if (!turn_.empty()) text_.fail("\"sum\" within \"sum\"");
  const std::string_view turn = text_.name();
  text_.expect("<");
  const std::size_t count = integer();
  text_.expect(":");
  turn_ = turn;
  const std::size_t term = integer();
  turn_ = {};
  return binary(Op::Sum, Type::Integer, count, term);
}

std::size_t ExpressionParser::present() {
  const std::size_t from = text_.at();
  const Member& m = member_named(text_.name(), from);
  if (!m.optional) text_.fail(fmt::format("{} is always there", m.name));
  return is_tensor(m.kind) ? read(m, Part::Presence, Op::Present, Type::Integer)
                           : read(m, Part::Value, Op::Scalar, Type::Integer);
}

}  // namespace assay::ops
