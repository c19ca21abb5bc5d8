// Text becomes a tree by recursive descent. A name stands for a member, for a part of a member, or
// for an alias, whose text is parsed in its place. The type of a node says whether its value is an
// integer or a list.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ops/expression.h"
#include "ops/expression_scanner.h"

namespace assay::ops {

using Node = ExpressionNode;
using Op = Node::Op;
using Type = Node::Type;

class ExpressionParser {
 public:
  ExpressionParser(Expression& out, std::string_view text, const Signature& signature,
                   const Aliases& aliases, std::string_view variable,
                   std::optional<std::size_t> used_at = {})
      : out_(out),
        text_(text, used_at),
        signature_(signature),
        aliases_(aliases),
        known_aliases_(aliases.texts.size()),
        outer_(variable) {}

  std::size_t whole(Expression::Form form) {
    if (text_.text().size() > kMaxText) text_.fail("an expression may have 4096 characters");
    const std::size_t root = form == Expression::Form::Integer ? integer()
                             : form == Expression::Form::Set   ? set()
                                                               : shape();
    text_.end();
    return root;
  }

 private:
  static constexpr std::size_t kMaxText = 4096;
  static constexpr std::size_t kMaxNodes = 4096;
  static constexpr int kMaxDepth = 100;

  std::size_t add(Node node) {
    if (out_.nodes_.size() >= kMaxNodes) text_.fail("the expression is too large");
    out_.nodes_.push_back(node);
    return out_.nodes_.size() - 1;
  }
  std::size_t unary(Op op, Type type, std::size_t a) {
    return add({.op = op, .type = type, .a = a});
  }
  std::size_t binary(Op op, Type type, std::size_t a, std::size_t b) {
    return add({.op = op, .type = type, .a = a, .b = b});
  }
  std::size_t require(std::size_t node, Type type) {
    if (out_.nodes_[node].type != type)
      text_.fail(type == Type::Integer ? "expected an integer, found a list"
                                       : "expected a list, found an integer");
    return node;
  }

  std::size_t shape() {
    std::size_t left = part();
    while (text_.accept("++")) left = binary(Op::Concat, Type::Shape, left, part());
    return left;
  }
  std::size_t part() {
    if (text_.accept("[")) {
      const std::size_t s = set();
      text_.expect("]");
      return unary(Op::EntrySet, Type::Shape, s);
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
      return binary(Op::Each, Type::Shape, count, s);
    }
    for (const auto& [word, op] : {std::pair{"ones", Op::Ones}, std::pair{"any", Op::Any}})
      if (text_.accept(word)) {
        text_.expect("(");
        const std::size_t count = integer();
        text_.expect(")");
        out_.has_any_ |= op == Op::Any;
        return unary(op, Type::Shape, count);
      }
    return unary(Op::EntryList, Type::Shape, require(value(), Type::List));
  }

  std::size_t set() {
    std::size_t left = range();
    while (text_.accept("|")) left = binary(Op::Union, Type::Set, left, range());
    return left;
  }
  std::size_t range() {
    const std::size_t low = integer();
    if (!text_.accept("..")) return unary(Op::Single, Type::Set, low);
    return binary(Op::Interval, Type::Set, low, integer());
  }

  std::size_t list() {
    std::size_t left = require(value(), Type::List);
    while (text_.accept("++"))
      left = binary(Op::Join, Type::List, left, require(value(), Type::List));
    return left;
  }

  std::size_t integer() { return require(value(), Type::Integer); }

  /// Parses an integer or a list: `if`, comparisons, and everything that binds more tightly.
  std::size_t value() {
    if (++depth_ > kMaxDepth) text_.fail("the expression is nested too deeply");
    const std::size_t node = text_.accept("if") ? conditional() : comparison();
    --depth_;
    return node;
  }
  std::size_t conditional() {
    const std::size_t condition = integer();
    text_.expect("then");
    const std::size_t yes = integer();
    text_.expect("else");
    const std::size_t no = integer();
    return add({.op = Op::If, .type = Type::Integer, .a = condition, .b = yes, .c = no});
  }
  std::size_t comparison() {
    const std::size_t left = sum();
    for (const auto& [token, op] :
         {std::pair{"<=", Op::LessEqual}, std::pair{">=", Op::GreaterEqual},
          std::pair{"==", Op::Equal}, std::pair{"!=", Op::NotEqual}, std::pair{"<", Op::Less},
          std::pair{">", Op::Greater}})
      if (text_.accept(token)) return integers(op, left, sum());
    return left;
  }
  std::size_t integers(Op op, std::size_t a, std::size_t b) {
    return binary(op, Type::Integer, require(a, Type::Integer), require(b, Type::Integer));
  }
  std::size_t sum() {
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
  std::size_t product() {
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
  std::size_t factor() {
    if (++depth_ > kMaxDepth) text_.fail("the expression is nested too deeply");
    std::size_t node;
    if (text_.accept("-")) {
      const std::size_t zero = constant(0);
      node = integers(Op::Subtract, zero, factor());
    } else {
      node = postfix(atom());
    }
    --depth_;
    return node;
  }
  std::size_t constant(std::int64_t v) {
    return add({.op = Op::Constant, .type = Type::Integer, .value = v});
  }
  std::size_t postfix(std::size_t node) {
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
  std::size_t atom() {
    if (text_.accept("(")) {
      const std::size_t inner = value();
      text_.expect(")");
      return inner;
    }
    if (const auto number = text_.number()) return constant(*number);
    const std::size_t from = text_.at();
    const std::string_view word = text_.name();
    if (text_.looking_at("(")) return call(word, from);
    if (!loop_.empty() && word == loop_) return add({.op = Op::Loop, .type = Type::Integer});
    if (!outer_.empty() && word == outer_) return add({.op = Op::Outer, .type = Type::Integer});
    for (std::size_t i = 0; i < known_aliases_; ++i)
      if (aliases_.texts[i].first == word) return alias(i);
    return member(word, from);
  }
  std::size_t call(std::string_view word, std::size_t from) {
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
    } else if (word == "abs") {
      node = unary(Op::Abs, Type::Integer, integer());
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
  /// Parses the alias's own text. Only the aliases before it are known there, so no alias refers to
  /// itself.
  std::size_t alias(std::size_t index) {
    ExpressionParser inner(out_, aliases_.texts[index].second, signature_, aliases_, {},
                           text_.column());
    inner.known_aliases_ = index;
    inner.depth_ = depth_;
    const std::size_t node = inner.value();
    inner.text_.end();
    return node;
  }
  std::size_t member(std::string_view word, std::size_t from) {
    const Member* m = signature_.find(word);
    if (!m) {
      text_.back_to(from);
      text_.fail(fmt::format("no member \"{}\"", word));
    }
    const std::size_t index = static_cast<std::size_t>(m - signature_.members.data());
    const auto read = [&](Part part, Op op, Type type) {
      const Reference r{index, part};
      if (std::find(out_.references_.begin(), out_.references_.end(), r) == out_.references_.end())
        out_.references_.push_back(r);
      return add({.op = op, .type = type, .place = m->place});
    };
    if (is_tensor(m->kind)) {
      if (text_.accept(".DataType")) return read(Part::DataType, Op::TypeOf, Type::Integer);
      if (text_.accept(".DimensionCount"))
        return read(Part::DimensionCount, Op::DimensionCountOf, Type::Integer);
      if (text_.accept(".Sizes")) return read(Part::Sizes, Op::SizesOf, Type::List);
      if (text_.accept(".Strides")) return read(Part::Strides, Op::StridesOf, Type::List);
      text_.fail("a tensor has .DataType, .DimensionCount, .Sizes and .Strides");
    }
    return is_array(m->kind) ? read(Part::Value, Op::Array, Type::List)
                             : read(Part::Value, Op::Scalar, Type::Integer);
  }

  Expression& out_;
  ExpressionScanner text_;
  const Signature& signature_;
  const Aliases& aliases_;
  std::size_t known_aliases_;
  std::string_view outer_, loop_;
  int depth_ = 0;
};

Expression Expression::parse(std::string_view text, Form form, const Signature& signature,
                             const Aliases& aliases, std::string_view variable) {
  Expression e;
  e.text_ = text;
  e.root_ = ExpressionParser(e, text, signature, aliases, variable).whole(form);
  return e;
}

}  // namespace assay::ops
