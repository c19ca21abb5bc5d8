// What stands between the operators of an expression: numbers, functions, and names. A name stands
// for a member, for a part of a member, for a data type, or for an alias, whose text is parsed in
// its place.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "ops/expression_parser.h"
#include "ops/named_table.h"
#include "ops/nearest_name.h"
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

namespace {

/// The parts of a tensor.
struct TensorPart {
  std::string_view name;
  Part part;
  Op op;
  Type type;
};
constexpr TensorPart kTensorParts[] = {
    {"DataType", Part::DataType, Op::TypeOf, Type::Integer},
    {"DimensionCount", Part::DimensionCount, Op::DimensionCountOf, Type::Integer},
    {"Sizes", Part::Sizes, Op::SizesOf, Type::List},
    {"Strides", Part::Strides, Op::StridesOf, Type::List}};

}  // namespace

void ExpressionParser::unknown(std::size_t from, const std::string& what, std::string_view word,
                               const std::vector<std::string>& known) {
  text_.back_to(from);
  text_.fail(what + known_words(word, known));
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
  std::vector<std::string> known;
  for (const Member& member : signature_.members) known.push_back(member.name);
  for (std::size_t i = 0; i < known_aliases_; ++i) known.push_back(aliases_.texts[i].first);
  for (const std::string_view variable : {loop_, turn_, outer_})
    if (!variable.empty()) known.emplace_back(variable);
  // A word that stands where a member could may be meant to be one of these.
  std::vector<std::string> words{"if", "each", "any", "ones", "multiples", "inf"};
  for (const DataType type : all_data_types()) words.emplace_back(name_of(type));
  words.insert(words.end(), known.begin(), known.end());
  const bool is_near = !nearest_name(word, words).empty();
  unknown(from, fmt::format("no member \"{}\"", word), word, is_near ? words : known);
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
  if (!text_.accept("."))
    unknown(text_.at(), fmt::format("a part of {} is missing", m.name), {}, names_in(kTensorParts));
  const std::size_t from = text_.at();
  const std::string_view word = text_.name();
  if (const TensorPart* const found = find_named(kTensorParts, word))
    return read_tensor(m, found->part, found->op, found->type, number);
  unknown(from, fmt::format("a tensor has no \"{}\"", word), word, names_in(kTensorParts));
}

std::size_t ExpressionParser::enumerator(const Member& m) {
  const std::size_t from = text_.at();
  const std::string_view name = text_.name();
  if (const Enumerator* e = enumerator_named(m, name)) return constant(e->value);
  unknown(from, fmt::format("{} has no enumerator \"{}\"", m.name, name), name,
          names_in(m.enumerators));
}

}  // namespace assay::ops
