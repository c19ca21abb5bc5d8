// A parser by recursive descent, with C's precedences. Nodes are appended when their operands are
// there, so each stands behind its operands.
#include <algorithm>
#include <charconv>
#include <utility>

#include "ops/arithmetic/formula.h"

namespace assay::ops {
namespace {

using Op = Formula::Op;
using Node = Formula::Node;

struct Operator {
  std::string_view sign;
  Op op;
  int precedence;
};

/// Signs that begin alike stand longest first.
constexpr Operator kOperators[] = {
    {"||", Op::Or, 1},        {"&&", Op::And, 2},          {"==", Op::Equal, 6},
    {"!=", Op::NotEqual, 6},  {"<<", Op::ShiftLeft, 8},    {">>", Op::ShiftRight, 8},
    {"<=", Op::LessEqual, 7}, {">=", Op::GreaterEqual, 7}, {"<", Op::Less, 7},
    {">", Op::Greater, 7},    {"|", Op::BitOr, 3},         {"^", Op::BitXor, 4},
    {"&", Op::BitAnd, 5},     {"+", Op::Add, 9},           {"-", Op::Subtract, 9},
    {"*", Op::Multiply, 10},  {"/", Op::Divide, 10},       {"%", Op::Remainder, 10}};

constexpr struct {
  std::string_view name;
  Op op;
  std::size_t operands;
} kFunctions[] = {{"abs", Op::Abs, 1},     {"max", Op::Max, 2},     {"min", Op::Min, 2},
                  {"sign", Op::Sign, 1},   {"floor", Op::Floor, 1}, {"ceil", Op::Ceil, 1},
                  {"rint", Op::Rint, 1},   {"trunc", Op::Trunc, 1}, {"round", Op::Round, 1},
                  {"isnan", Op::IsNan, 1}, {"isinf", Op::IsInf, 1}, {"popcount", Op::PopCount, 1},
                  {"fmod", Op::Fmod, 2},   {"fma", Op::Fma, 3}};

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> names) : text_(text), names_(names) {}

  /// Parses `text` for the variable of this name, before all else.
  Formula::Substituted substitute(const Formula::Substitution& substitution) {
    const std::string_view whole = std::exchange(text_, substitution.text);
    all();
    text_ = whole;
    at_ = 0;
    const auto found = std::find(names_.begin(), names_.end(), substitution.name);
    substituted_ = {nodes_.size() - 1, static_cast<std::size_t>(found - names_.begin())};
    return *substituted_;
  }

  std::vector<Node> parse() {
    all();
    return std::move(nodes_);
  }

 private:
  using Index = std::uint8_t;

  void all() {
    // A formula that is one variable gets a node of its own here: the last node is the formula.
    const Index last = choice();
    skip();
    if (at_ < text_.size()) fail("the formula ends before this");
    if (last + std::size_t{1} != nodes_.size()) nodes_.push_back(Node(nodes_[last]));
  }

  [[noreturn]] void fail(const std::string& what) const { throw FormulaError(at_ + 1, what); }

  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view sign) {
    skip();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  void need(std::string_view sign) {
    if (take(sign)) return;
    const std::string example = sign == ":" ? "c ? a : b" : "max(a, b)";
    fail("'" + std::string(sign) + "' is missing; put it here, as in " + example);
  }

  Index add(Node node, std::initializer_list<Index> operands) {
    if (nodes_.size() == Formula::kMostNodes) fail("the formula is too long");
    for (const Index operand : operands) node.operands[node.count++] = operand;
    nodes_.push_back(node);
    return static_cast<Index>(nodes_.size() - 1);
  }

  Index choice() {
    Index all = binary(1);
    if (take("?")) {
      const Index yes = choice();
      need(":");
      const Index no = choice();
      if (!is_condition(nodes_[all])) fail("what stands before '?' is no condition");
      all = add({Op::Choose}, {all, yes, no});
    }
    return all;
  }

  Index binary(int precedence) {
    Index left = unary();
    for (;;) {
      skip();
      const std::string_view rest = text_.substr(at_);
      const auto found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                      [&](const Operator& o) { return rest.starts_with(o.sign); });
      if (found == std::end(kOperators) || found->precedence < precedence) return left;
      at_ += found->sign.size();
      left = add({found->op}, {left, binary(found->precedence + 1)});
    }
  }

  Index unary() {
    constexpr int kDeepest = 32;
    if (++depth_ > kDeepest) fail("the formula is nested too deep");
    const Index all = operand();
    --depth_;
    return all;
  }

  Index operand() {
    if (take("-")) return add({Op::Negate}, {unary()});
    if (take("!")) return add({Op::Not}, {unary()});
    if (take("~")) return add({Op::Complement}, {unary()});
    if (take("(")) {
      const Index inner = choice();
      need(")");
      return inner;
    }
    skip();
    if (at_ < text_.size() && ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '.'))
      return number();
    return name();
  }

  Index number() {
    Node node{Op::Number};
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node.number);
    if (error != std::errc()) fail("this is no number");
    at_ += static_cast<std::size_t>(end - begin);
    return add(node, {});
  }

  Index name() {
    const std::size_t from = at_;
    const auto fits = [&](char c) {
      return c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             (c >= '0' && c <= '9');
    };
    while (at_ < text_.size() && fits(text_[at_])) ++at_;
    const std::string_view word = text_.substr(from, at_ - from);
    if (word.empty()) fail("a name, a number or '(' is missing; put it here, as in x + 1");
    if (take("(")) return call(word, from);
    const auto found = std::find(names_.begin(), names_.end(), word);
    if (found == names_.end()) unknown(from, "variable", word, variables());
    const auto variable = static_cast<std::size_t>(found - names_.begin());
    if (substituted_ && substituted_->variable == variable)
      return static_cast<Index>(substituted_->node);
    Node node{Op::Variable};
    node.variable = static_cast<std::uint8_t>(found - names_.begin());
    return add(node, {});
  }

  [[noreturn]] static void unknown(std::size_t from, const std::string& what, std::string_view word,
                                   const std::vector<std::string>& known) {
    throw FormulaError(from + 1, "there is no " + what + " " + std::string(word), std::string(word),
                       known);
  }

  std::vector<std::string> variables() const {
    std::vector<std::string> names;
    for (const std::string& name : names_)
      if (!name.empty()) names.push_back(name);
    return names;
  }

  static std::vector<std::string> functions() {
    std::vector<std::string> names;
    for (const auto& function : kFunctions) names.emplace_back(function.name);
    for (const Builtin& builtin : all_builtins()) names.emplace_back(builtin.name);
    return names;
  }

  Index call(std::string_view word, std::size_t from) {
    Node node{Op::Call};
    std::size_t wanted = 0;
    for (const auto& [known, op, operands] : kFunctions)
      if (known == word) node.op = op, wanted = operands;
    if (node.op == Op::Call) {
      node.builtin = builtin_named(word);
      if (!node.builtin) unknown(from, "function", word, functions());
      wanted = static_cast<std::size_t>(node.builtin->operands);
    }
    Index operands[3];
    for (std::size_t i = 0; i < wanted; ++i) {
      if (i > 0) need(",");
      operands[i] = choice();
    }
    need(")");
    switch (wanted) {
      case 1:
        return add(node, {operands[0]});
      case 2:
        return add(node, {operands[0], operands[1]});
      default:
        return add(node, {operands[0], operands[1], operands[2]});
    }
  }

  std::string_view text_;
  std::span<const std::string> names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Formula::Substituted> substituted_;
  std::vector<Node> nodes_;
};

}  // namespace

Formula Formula::parse(std::string_view text, std::span<const std::string> names,
                       const std::optional<Substitution>& substitution) {
  Formula formula;
  formula.text_ = text;
  formula.names_.assign(names.begin(), names.end());
  Parser parser(text, names);
  if (substitution) formula.substituted_ = parser.substitute(*substitution);
  formula.nodes_ = parser.parse();
  return formula;
}

bool is_condition(const Formula::Node& node) {
  return node.op == Op::Not || node.op == Op::And || node.op == Op::Or || node.op == Op::IsNan ||
         node.op == Op::IsInf || (node.op >= Op::Less && node.op <= Op::NotEqual);
}

bool Formula::is_condition() const { return ops::is_condition(nodes_.back()); }

bool Formula::has_integers() const {
  return std::none_of(nodes_.begin(), nodes_.end(), [](const Node& n) {
    return n.op == Op::Call || n.op == Op::Fma || n.op == Op::Fmod ||
           (n.op >= Op::Floor && n.op <= Op::IsInf) ||
           (n.op == Op::Number && n.number != static_cast<int>(n.number));
  });
}

bool Formula::has_floats() const {
  return std::none_of(nodes_.begin(), nodes_.end(), [](const Node& n) {
    return n.op == Op::Complement || n.op == Op::Remainder || n.op == Op::PopCount ||
           (n.op >= Op::BitAnd && n.op <= Op::ShiftRight);
  });
}

int Formula::roundings() const {
  return static_cast<int>(std::count_if(nodes_.begin(), nodes_.end(), [](const Node& n) {
    return n.op == Op::Call || n.op == Op::Fma || (n.op >= Op::Add && n.op <= Op::Divide);
  }));
}

}  // namespace assay::ops
