#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ops/expression.h"
#include "ops/expression_scanner.h"

namespace assay::ops {

/// Makes the tree of an expression from its text. Each function parses what its name says and gives
/// the index of the node that it made.
class ExpressionParser {
  using Node = ExpressionNode;
  using Op = Node::Op;
  using Type = Node::Type;

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

  std::size_t whole(Expression::Form form);

 private:
  static constexpr std::size_t kMaxText = 4096;
  static constexpr std::size_t kMaxNodes = 4096;
  static constexpr int kMaxDepth = 100;

  std::size_t add(Node node);
  std::size_t unary(Op op, Type type, std::size_t a);
  std::size_t binary(Op op, Type type, std::size_t a, std::size_t b);
  std::size_t require(std::size_t node, Type type);
  static std::string_view words_of(Type type);

  std::size_t sets();
  std::size_t part();

  /// A set that begins with `if` is chosen as a whole.
  std::size_t set();
  std::size_t choice();
  std::size_t ranges();
  std::size_t range();
  /// An end of a range. All ends in an expression are integers, or all are floats.
  std::size_t number();

  std::size_t list();

  std::size_t integer() { return require(value(), Type::Integer); }

  /// Parses an integer or a list: `if`, comparisons, and everything that binds more tightly.
  std::size_t value();
  std::size_t conditional();
  std::size_t comparison();
  std::size_t integers(Op op, std::size_t a, std::size_t b);
  std::size_t sum();
  std::size_t product();
  std::size_t factor();
  std::size_t constant(std::int64_t v);
  std::size_t float_constant(float v);
  /// A float is negated where it is written as a number. Its key is that of the other sign.
  std::size_t negated(std::size_t operand);
  std::size_t postfix(std::size_t node);
  std::size_t atom();
  std::size_t call(std::string_view word, std::size_t from);
  [[noreturn]] void unknown_function(std::string_view word, std::size_t from);
  /// Fails at the name that stands at `from`, and says which known one is nearest.
  [[noreturn]] void unknown(std::size_t from, const std::string& what, std::string_view word,
                            const std::vector<std::string>& known);
  /// Parses the alias's own text. Only the aliases before it are known there, so no alias refers to
  /// itself.
  std::size_t alias(std::size_t index);
  const Member& member_named(std::string_view word, std::size_t from);
  std::size_t read(const Member& m, Part part, Op op, Type type);
  /// The same of a tensor. `number` is the node of its number, where it may be absent.
  std::size_t read_tensor(const Member& m, Part part, Op op, Type type,
                          std::optional<std::size_t> number);
  void refer(const Reference& to);
  /// Whether a Struct is there is its value.
  std::size_t present();
  std::size_t sum_of_turns();
  std::size_t member(std::string_view word, std::size_t from);
  std::size_t tensor(const Member& m);
  std::size_t enumerator(const Member& m);

  Expression& out_;
  ExpressionScanner text_;
  const Signature& signature_;
  const Aliases& aliases_;
  std::size_t known_aliases_;
  std::string_view outer_, loop_, turn_;
  int depth_ = 0;
  bool has_ranges_ = false;
};

}  // namespace assay::ops
