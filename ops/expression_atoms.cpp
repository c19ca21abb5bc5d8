// What stands between the operators of an expression: numbers, functions, and names. A name stands
// for a member, for a part of a member, for a data type, or for an alias, whose text is parsed in
// its place.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "ops/expression_parser.h"
#include "ops/value_key.h"

namespace assay::ops {

using Node = ExpressionNode;
using Op = Node::Op;
using Type = Node::Type;

std::size_t ExpressionParser::factor() {
  if (++depth_ > kMaxDepth) text_.fail("the expression is nested too deeply");
  std::size_t node;
  if (text_.accept("-")) {
    const std::size_t zero = constant(0);
    const std::size_t operand = factor();
    node = out_.nodes_[operand].type == Type::Float ? negated(operand)
                                                    : integers(Op::Subtract, zero, operand);
  } else {
    node = postfix(atom());
  }
  --depth_;
  return node;
}

std::size_t ExpressionParser::constant(std::int64_t v) {
  return add({.op = Op::Constant, .type = Type::Integer, .value = v});
}

std::size_t ExpressionParser::float_constant(float v) {
  const std::int64_t key = key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(v));
  return add({.op = Op::Constant, .type = Type::Float, .value = key});
}

std::size_t ExpressionParser::negated(std::size_t operand) {
  Node& n = out_.nodes_[operand];
  if (n.op != Op::Constant) text_.fail("only a number can be negated, not a float member");
  n.value = ~n.value;
  return operand;
}

std::size_t ExpressionParser::postfix(std::size_t node) {
  while (out_.nodes_[node].type == Type::List && text_.accept("[")) {
    const std::size_t first = integer();
    if (text_.accept(":")) {
      const std::size_t last = integer();
      node = add({.op = Op::Slice, .type = Type::List, .a = node, .b = first, .c = last});
    } else {
      node = binary(Op::Index, Type::Integer, node, first);
    }
    text_.expect("]");
  }
  return node;
}

std::size_t ExpressionParser::atom() {
  if (text_.accept("(")) {
    const std::size_t inner = value();
    text_.expect(")");
    return inner;
  }
  if (const auto decimal = text_.decimal()) return float_constant(*decimal);
  if (const auto number = text_.number()) return constant(*number);
  const std::size_t from = text_.at();
  const std::string_view word = text_.name();
  if (word == "inf") return float_constant(std::numeric_limits<float>::infinity());
  if (text_.looking_at("(")) return call(word, from);
  if (!loop_.empty() && word == loop_) return add({.op = Op::Loop, .type = Type::Integer});
  if (!turn_.empty() && word == turn_) return add({.op = Op::Turn, .type = Type::Integer});
  if (!outer_.empty() && word == outer_) return add({.op = Op::Outer, .type = Type::Integer});
  for (std::size_t i = 0; i < known_aliases_; ++i)
    if (aliases_.texts[i].first == word) return alias(i);
  return member(word, from);
}

std::size_t ExpressionParser::call(std::string_view word, std::size_t from) {
  text_.expect("(");
  std::size_t node;
  if (word == "product" || word == "leading_ones" || word == "length") {
    const Op op = word == "product"        ? Op::Product
                  : word == "leading_ones" ? Op::LeadingOnes
                                           : Op::Length;
    node = unary(op, Type::Integer, list());
  } else if (word == "min" || word == "max") {
    const std::size_t a = integer();
    text_.expect(",");
    node = binary(word == "min" ? Op::Min : Op::Max, Type::Integer, a, integer());
  } else if (word == "present") {
    node = present();
  } else if (word == "sum") {
    node = sum_of_turns();
  } else if (word == "abs") {
    node = unary(Op::Abs, Type::Integer, integer());
  } else if (word == "contains") {
    const std::size_t a = list();
    text_.expect(",");
    node = binary(Op::Contains, Type::Integer, a, integer());
  } else if (word == "fit") {
    const std::size_t a = list();
    text_.expect(",");
    node = binary(Op::Fit, Type::List, a, integer());
  } else {
    text_.back_to(from);
    text_.fail(fmt::format("no function \"{}\"", word));
  }
  text_.expect(")");
  return node;
}

std::size_t ExpressionParser::alias(std::size_t index) {
  ExpressionParser inner(out_, aliases_.texts[index].second, signature_, aliases_, {},
                         text_.column());
  inner.known_aliases_ = index;
  inner.depth_ = depth_;
  const std::size_t node = inner.value();
  inner.text_.end();
  return node;
}

const Member& ExpressionParser::member_named(std::string_view word, std::size_t from) {
  const Member* m = signature_.find(word);
  if (m) return *m;
  text_.back_to(from);
  text_.fail(fmt::format("no member \"{}\"", word));
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

void ExpressionParser::refer(const Reference& to) {
  if (std::find(out_.references_.begin(), out_.references_.end(), to) == out_.references_.end())
    out_.references_.push_back(to);
}

std::size_t ExpressionParser::read(const Member& m, Part part, Op op, Type type) {
  refer({static_cast<std::size_t>(&m - signature_.members.data()), part});
  return add({.op = op, .type = type, .place = m.place});
}

std::size_t ExpressionParser::read_tensor(const Member& m, Part part, Op op, Type type,
                                          std::optional<std::size_t> number) {
  if (!number) return read(m, part, op, type);
  const Node& n = out_.nodes_[*number];
  const bool of_first = m.is_tensor_array() && n.op == Op::Constant && n.value == 0;
  refer({static_cast<std::size_t>(&m - signature_.members.data()), part, of_first});
  return add({.op = op, .type = type, .a = *number, .place = m.place, .capacity = m.capacity});
}

std::size_t ExpressionParser::present() {
  const std::size_t from = text_.at();
  const Member& m = member_named(text_.name(), from);
  if (!m.optional) text_.fail(fmt::format("{} is always there", m.name));
  return is_tensor(m.kind) ? read(m, Part::Presence, Op::Present, Type::Integer)
                           : read(m, Part::Value, Op::Scalar, Type::Integer);
}

std::size_t ExpressionParser::member(std::string_view word, std::size_t from) {
  if (const auto type = data_type_named(word); type && !signature_.find(word))
    return constant(static_cast<std::int64_t>(*type));
  const Member& m = member_named(word, from);
  switch (m.kind) {
    case Kind::Input:
    case Kind::Output:
      return tensor(m);
    case Kind::Uints:
    case Kind::Ints:
      return read(m, Part::Value, Op::Array, Type::List);
    case Kind::Float:
      return read(m, Part::Value, Op::Scalar, Type::Float);
    case Kind::Scalar:
    case Kind::Floats:
      text_.fail(fmt::format("an expression cannot read {}", m.name));
    case Kind::Struct: {
      text_.expect(".");
      const std::size_t part = text_.at();
      return member(fmt::format("{}.{}", m.name, text_.name()), part);
    }
    case Kind::Enum:
      if (text_.accept(".")) return enumerator(m);
      [[fallthrough]];
    default:
      return read(m, Part::Value, Op::Scalar, Type::Integer);
  }
}

std::size_t ExpressionParser::tensor(const Member& m) {
  std::optional<std::size_t> number;
  if (m.is_tensor_array()) {
    if (!text_.accept("[")) text_.fail(fmt::format("{0} is an array: {0}[i]", m.name));
    number = integer();
    text_.expect("]");
  } else if (m.optional) {
    number = constant(0);
  }
  const auto part = [&](Part p, Op op, Type type) { return read_tensor(m, p, op, type, number); };
  if (text_.accept(".DataType")) return part(Part::DataType, Op::TypeOf, Type::Integer);
  if (text_.accept(".DimensionCount"))
    return part(Part::DimensionCount, Op::DimensionCountOf, Type::Integer);
  if (text_.accept(".Sizes")) return part(Part::Sizes, Op::SizesOf, Type::List);
  if (text_.accept(".Strides")) return part(Part::Strides, Op::StridesOf, Type::List);
  text_.fail("a tensor has .DataType, .DimensionCount, .Sizes and .Strides");
}

std::size_t ExpressionParser::enumerator(const Member& m) {
  const std::size_t from = text_.at();
  const std::string_view name = text_.name();
  if (const Enumerator* e = enumerator_named(m, name)) return constant(e->value);
  text_.back_to(from);
  text_.fail(fmt::format("{} has no enumerator \"{}\"", m.name, name));
}

}  // namespace assay::ops
