// A parser by descent. What is neither a compound statement nor a jump ends at the next semicolon
// outside of brackets. Of such statements declarations are told from expressions by two words side
// by side, as in `uint i`, or with `*` between them, as expressions of OpenCL C that are statements
// do not begin so.
#include "opencl/shape/statements.h"

#include <algorithm>

namespace assay::opencl {
namespace {

struct NotUnderstood {};

class StatementParser {
 public:
  StatementParser(const std::vector<Token>& tokens, const std::set<std::string_view>& unknown)
      : tokens_(tokens), unknown_(unknown) {}

  std::vector<Statement> parse(std::size_t open) {
    at_ = open;
    statement();
    return std::move(statements_);
  }

 private:
  const Token& now() const {
    if (at_ >= tokens_.size() || tokens_[at_].kind == Token::Kind::Directive) throw NotUnderstood();
    return tokens_[at_];
  }
  void expect(std::string_view text) {
    if (!now().is(text)) throw NotUnderstood();
    ++at_;
  }

  /// What stands up to the sign `end` outside of brackets, which is passed.
  Span up_to(std::string_view end) {
    Span span{at_, at_};
    for (; !now().is(end); ++at_) {
      if (now().is("}") || now().is(")") || now().is("]")) throw NotUnderstood();
      if (now().is("(") || now().is("[") || now().is("{")) {
        at_ = closing(tokens_, at_);
        now();
      }
    }
    span.end = at_++;
    for (std::size_t i = span.begin; i < span.end; ++i)
      if (tokens_[i].kind == Token::Kind::Directive) throw NotUnderstood();
    return span;
  }

  bool is_declaration(Span span) const {
    for (std::size_t i = span.begin; i + 1 < span.end; ++i) {
      const Token &a = tokens_[i], &b = tokens_[i + 1];
      if (a.is("=") || a.is("(") || a.is("[") || a.is(".") || a.is("->")) return false;
      if (a.is_word() && b.is_word()) return true;
      if (i == span.begin && a.is_word() && b.is("*")) return true;
      if (i == span.begin && a.is_word() && b.is("(")) {
        const std::size_t close = closing(tokens_, i + 1);
        return close + 1 < span.end && tokens_[close + 1].is_word();
      }
    }
    return false;
  }

  std::size_t statement() {
    const std::size_t number = statements_.size(), begin = at_;
    statements_.emplace_back();
    Statement s;
    const std::string_view word = now().text;
    if (word == "{") {
      s.kind = Statement::Kind::Block;
      ++at_;
      while (!now().is("}")) s.parts.push_back(statement());
      ++at_;
    } else if (word == "if") {
      s.kind = Statement::Kind::If;
      condition_of(s);
      s.parts.push_back(statement());
      if (at_ < tokens_.size() && tokens_[at_].is("else")) {
        ++at_;
        s.parts.push_back(statement());
      }
    } else if (word == "while" || word == "for" || word == "do") {
      loop(word, s);
    } else if (word == "switch") {
      s.kind = Statement::Kind::Switch;
      condition_of(s);
      if (!now().is("{")) throw NotUnderstood();
      at_ = closing(tokens_, at_) + 1;
    } else if (word == "goto" || word == "case" || word == "default" || word == "asm" ||
               word == "else") {
      throw NotUnderstood();
    } else {
      s.kind = simple_kind(word);
    }
    s.all = {begin, at_};
    if (s.kind == Statement::Kind::Declaration || s.kind == Statement::Kind::Expression)
      for (std::size_t i = s.all.begin; i < s.all.end; ++i)
        if (unknown_.contains(tokens_[i].text)) s.kind = Statement::Kind::Unknown;
    statements_[number] = std::move(s);
    return number;
  }

  /// Reads a loop, which begins with `word`.
  void loop(std::string_view word, Statement& s) {
    if (word == "while") {
      s.kind = Statement::Kind::While;
      condition_of(s);
      s.parts.push_back(statement());
    } else if (word == "for") {
      s.kind = Statement::Kind::For;
      ++at_;
      expect("(");
      s.init = up_to(";");
      s.condition = up_to(";");
      s.step = up_to(")");
      s.parts.push_back(statement());
    } else {
      s.kind = Statement::Kind::Do;
      ++at_;
      s.parts.push_back(statement());
      if (!now().is("while")) throw NotUnderstood();
      condition_of(s);
      expect(";");
    }
  }

  /// Reads a statement up to its semicolon, which begins with `word`, and gives its kind.
  Statement::Kind simple_kind(std::string_view word) {
    const Span span = up_to(";");
    return word == "return"       ? Statement::Kind::Return
           : word == "break"      ? Statement::Kind::Break
           : word == "continue"   ? Statement::Kind::Continue
           : span.empty()         ? Statement::Kind::Empty
           : is_declaration(span) ? Statement::Kind::Declaration
                                  : Statement::Kind::Expression;
  }

  /// Reads a word and the condition in parentheses behind it.
  void condition_of(Statement& s) {
    ++at_;
    expect("(");
    s.condition = up_to(")");
  }

  const std::vector<Token>& tokens_;
  const std::set<std::string_view>& unknown_;
  std::vector<Statement> statements_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t closing(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::Sign) continue;
    const char c = tokens[i].text[0];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
  }
  return tokens.size();
}

std::vector<Statement> statements_of(const std::vector<Token>& tokens, std::size_t open,
                                     const std::set<std::string_view>& unknown) {
  const std::size_t close = closing(tokens, open);
  const auto is_directive = [](const Token& t) { return t.kind == Token::Kind::Directive; };
  if (close == tokens.size() ||
      std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(open),
                  tokens.begin() + static_cast<std::ptrdiff_t>(close), is_directive))
    return {};
  try {
    return StatementParser(tokens, unknown).parse(open);
  } catch (const NotUnderstood&) {
    return {};
  }
}

}  // namespace assay::opencl
