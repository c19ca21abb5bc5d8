// Text becomes a tree by recursive descent. The type of a node says whether its value is an
// integer, a float or a list. This file has shapes, sets and arithmetic; expression_atoms.cpp has
// what stands between the operators.
#include "ops/expression_parser.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace assay::ops {

using Node = ExpressionNode;
using Op = Node::Op;
using Type = Node::Type;

std::size_t ExpressionParser::whole(Expression::Form form) {
  if (text_.text().size() > kMaxText) text_.fail("an expression may have 4096 characters");
  const std::size_t root = form == Expression::Form::Integer ? integer()
                           : form == Expression::Form::Set   ? set()
                                                             : sets();
  text_.end();
  return root;
}

std::size_t ExpressionParser::add(Node node) {
  if (out_.nodes_.size() >= kMaxNodes) text_.fail("the expression is too large");
  out_.nodes_.push_back(node);
  return out_.nodes_.size() - 1;
}

std::size_t ExpressionParser::unary(Op op, Type type, std::size_t a) {
  return add({.op = op, .type = type, .a = a});
}

std::size_t ExpressionParser::binary(Op op, Type type, std::size_t a, std::size_t b) {
  return add({.op = op, .type = type, .a = a, .b = b});
}

std::size_t ExpressionParser::require(std::size_t node, Type type) {
  const Type found = out_.nodes_[node].type;
  if (found != type)
    text_.fail(fmt::format("expected {}, found {}", words_of(type), words_of(found)));
  return node;
}

std::string_view ExpressionParser::words_of(Type type) {
  return type == Type::Integer ? "an integer" : type == Type::Float ? "a float" : "a list";
}

std::size_t ExpressionParser::sets() {
  std::size_t left = part();
  while (text_.accept("++")) left = binary(Op::Concat, Type::Sets, left, part());
  return left;
}

std::size_t ExpressionParser::part() {
  if (text_.accept("[")) {
    const std::size_t s = set();
    text_.expect("]");
    return unary(Op::EntrySet, Type::Sets, s);
  }
  if (text_.accept("each")) {
    if (!loop_.empty()) text_.fail("\"each\" within \"each\"");
    loop_ = text_.name();
    text_.expect("<");
    const std::string_view bound = std::exchange(loop_, {});
    const std::size_t count = integer();
    text_.expect(":");
    loop_ = bound;
    const std::size_t s = set();
    loop_ = {};
    return binary(Op::Each, Type::Sets, count, s);
  }
  for (const auto& [word, op] : {std::pair{"ones", Op::Ones}, std::pair{"any", Op::Any}})
    if (text_.accept(word)) {
      text_.expect("(");
      const std::size_t count = integer();
      text_.expect(")");
      out_.has_any_ |= op == Op::Any;
      out_.is_open_ |= op == Op::Any;
      return unary(op, Type::Sets, count);
    }
  return unary(Op::EntryList, Type::Sets, require(value(), Type::List));
}

std::size_t ExpressionParser::set() {
  if (++depth_ > kMaxDepth) text_.fail("the expression is nested too deeply");
  const std::size_t node = text_.accept("if") ? choice() : ranges();
  --depth_;
  return node;
}

std::size_t ExpressionParser::choice() {
  const std::size_t condition = integer();
  text_.expect("then");
  const std::size_t yes = set();
  text_.expect("else");
  const std::size_t no = set();
  return add({.op = Op::Choice, .type = Type::Set, .a = condition, .b = yes, .c = no});
}

std::size_t ExpressionParser::ranges() {
  std::size_t left = range();
  while (text_.accept("|")) left = binary(Op::Union, Type::Set, left, range());
  return left;
}

std::size_t ExpressionParser::range() {
  if (text_.accept("any")) {
    out_.is_open_ = true;
    return add({.op = Op::Free, .type = Type::Set});
  }
  if (text_.accept("multiples")) {
    text_.expect("(");
    const std::size_t step = integer();
    text_.expect(")");
    out_.is_open_ = true;
    return unary(Op::Multiples, Type::Set, step);
  }
  const std::size_t low = number();
  if (!text_.accept("..")) return unary(Op::Single, Type::Set, low);
  const std::size_t high = require(number(), out_.nodes_[low].type);
  const Node& end = out_.nodes_[high];
  out_.is_open_ |= end.op == Op::Constant && end.value >= std::numeric_limits<std::int32_t>::max();
  return binary(Op::Interval, Type::Set, low, high);
}

std::size_t ExpressionParser::number() {
  const std::size_t node = value();
  const bool is_float = out_.nodes_[node].type == Type::Float;
  if (!is_float) require(node, Type::Integer);
  if (has_ranges_ && is_float != out_.of_floats_) text_.fail("a set is of integers or of floats");
  has_ranges_ = true;
  out_.of_floats_ = is_float;
  return node;
}

std::size_t ExpressionParser::list() {
  std::size_t left = require(value(), Type::List);
  while (text_.accept("++"))
    left = binary(Op::Join, Type::List, left, require(value(), Type::List));
  return left;
}

std::size_t ExpressionParser::value() {
  if (++depth_ > kMaxDepth) text_.fail("the expression is nested too deeply");
  const std::size_t node = text_.accept("if") ? conditional() : comparison();
  --depth_;
  return node;
}

std::size_t ExpressionParser::conditional() {
  const std::size_t condition = integer();
  text_.expect("then");
  const std::size_t yes = value();
  const Type type = out_.nodes_[yes].type;
  if (type != Type::Float) require(yes, Type::Integer);
  text_.expect("else");
  const std::size_t no = require(value(), type);
  return add({.op = Op::If, .type = type, .a = condition, .b = yes, .c = no});
}

std::size_t ExpressionParser::comparison() {
  const std::size_t left = sum();
  for (const auto& [token, op] : {std::pair{"<=", Op::LessEqual}, std::pair{">=", Op::GreaterEqual},
                                  std::pair{"==", Op::Equal}, std::pair{"!=", Op::NotEqual},
                                  std::pair{"<", Op::Less}, std::pair{">", Op::Greater}})
    if (text_.accept(token)) {
      const Type type = out_.nodes_[left].type;
      if (type != Type::Float) require(left, Type::Integer);
      return binary(op, Type::Integer, left, require(sum(), type));
    }
  return left;
}

std::size_t ExpressionParser::integers(Op op, std::size_t a, std::size_t b) {
  return binary(op, Type::Integer, require(a, Type::Integer), require(b, Type::Integer));
}

std::size_t ExpressionParser::sum() {
  std::size_t left = product();
  while (true) {
    if (text_.looking_at("++")) return left;
    if (text_.accept("+")) {
      left = integers(Op::Add, left, product());
    } else if (text_.accept("-")) {
      left = integers(Op::Subtract, left, product());
    } else {
      return left;
    }
  }
}

std::size_t ExpressionParser::product() {
  std::size_t left = factor();
  while (true) {
    if (text_.accept("*")) {
      left = integers(Op::Multiply, left, factor());
    } else if (text_.accept("/")) {
      left = integers(Op::Divide, left, factor());
    } else {
      return left;
    }
  }
}

Expression Expression::parse(std::string_view text, Form form, const Signature& signature,
                             const Aliases& aliases, std::string_view variable) {
  Expression e;
  e.text_ = text;
  e.root_ = ExpressionParser(e, text, signature, aliases, variable).whole(form);
  return e;
}

}  // namespace assay::ops
