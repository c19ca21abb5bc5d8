#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/shape/tokens.h"

namespace assay::opencl {

/// Tokens from number `begin` up to, not including, number `end`.
struct Span {
  std::size_t begin = 0, end = 0;
  bool empty() const { return begin == end; }
};

/// Whether the token is an assignment, `++` or `--`.
bool assigns(const Token& t);

/// A statement of a function.
struct Statement {
  enum class Kind : unsigned char {
    Block,
    If,
    For,
    While,
    Do,
    /// What stands in a switch is not looked at.
    Switch,
    Return,
    Break,
    Continue,
    Declaration,
    Expression,
    Empty,
    /// A macro whose text is, or may be, more than an expression.
    Unknown,
  };
  Kind kind = Kind::Empty;
  /// All of its tokens, with its braces or its semicolon.
  Span all;
  /// What stands between the parentheses of an `if` or of a loop, without the semicolons.
  Span init, condition, step;
  /// The statements of a block; the body of a loop; the branches of an `if`, the second if it has
  /// one.
  std::vector<std::size_t> parts;

  bool is_loop() const { return kind == Kind::For || kind == Kind::While || kind == Kind::Do; }
};

/// A function with a body that the parser understands.
struct Function {
  std::string_view name;
  bool is_kernel = false;
  /// What stands before the name, and between the parentheses behind it.
  Span head, parameters;
  /// In the order of their first tokens. The first one is the body.
  std::vector<Statement> statements;

  const Statement& body() const { return statements.front(); }
  const Statement& part(const Statement& s, std::size_t number) const {
    return statements[s.parts[number]];
  }
};

/// A kernel's source text as far as rewritings need it: the functions that some kernels call, and
/// what the text's macros stand for. It keeps its own copy of the text.
class KernelTree {
 public:
  using Words = std::set<std::string_view>;

  /// `kernels` are names of kernels; without any, all kernels of the text are meant.
  explicit KernelTree(std::string text, std::span<const std::string> kernels = {});
  KernelTree(const KernelTree&) = delete;
  KernelTree& operator=(const KernelTree&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& token(std::size_t i) const { return tokens_[i]; }
  /// Those that the kernels reach, in the order of the text.
  const std::vector<Function>& functions() const { return functions_; }

  /// The text of some tokens, in one line.
  std::string text_of(Span span) const;
  bool has_word(Span span, std::string_view word) const;

  /// Whether a `break`, or a `continue`, in the statement belongs to a loop around it, or may.
  bool breaks(const Function& f, const Statement& s) const;
  bool continues(const Function& f, const Statement& s) const;
  /// Whether the statement returns somewhere, or may.
  bool returns(const Statement& s) const;
  /// Whether a barrier is in the statement or in a function that it calls, or may be.
  bool has_barrier(Span span) const;
  bool has_unknown(Span span) const;
  /// Whether the statement declares, or may declare, memory that the items of a group share. That
  /// must stand at the outermost level of a kernel.
  bool declares_local(const Statement& s) const;
  /// Whether each way through the statement ends with a return, a `break` or a `continue`.
  bool leaves(const Function& f, const Statement& s) const;

  /// Whether a macro's text has the word, and it is none of the macro's parameters.
  bool is_in_macros(std::string_view word) const { return in_macros_.contains(word); }
  /// Whether the text defines a macro of that name.
  bool is_macro(std::string_view word) const { return macros_.contains(word); }
  /// Whether the word is a macro that may take the address of one of its parameters.
  bool takes_address(std::string_view macro) const { return addressing_.contains(macro); }
  /// Whether some token of the text is this word.
  bool is_used(std::string_view word) const { return words_.contains(word); }
  /// Whether the word is a macro that may assign to one of its parameters, or is more than an
  /// expression.
  bool may_assign(std::string_view macro) const {
    return assigning_.contains(macro) || unknown_.contains(macro);
  }
  /// Whether the word is a macro that stands for one number.
  bool is_constant(std::string_view word) const { return constants_.contains(word); }
  /// Whether the word is a macro in whose text, or in those of its macros, the other word is.
  bool mentions(std::string_view macro, std::string_view word) const;
  /// Whether to evaluate the tokens may change a variable or memory, or wait for other items.
  bool has_effects(Span span) const;

 private:
  void read_macro(const Token& directive);
  void find_functions();
  void keep_reached(std::span<const std::string> kernels);
  /// Whether a function with these parameters may change memory that they do not copy.
  bool may_change_memory(Span parameters) const;
  bool casts_const_away(Span span) const;

  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
  /// The words of each macro's text, without its parameters, and of each function's.
  std::map<std::string_view, Words> mentioned_;
  Words macros_, in_macros_, addressing_, assigning_, constants_, words_;
  /// Names of macros that are more than expressions; of functions and macros that end in a barrier;
  /// of macros that stand for `local`; of functions and macros that may change something.
  Words unknown_, barriers_, locals_, effects_;
};

}  // namespace assay::opencl
