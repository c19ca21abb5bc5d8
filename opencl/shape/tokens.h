#pragma once

#include <string_view>
#include <vector>

namespace assay::opencl {

/// A token of OpenCL C. Comments and spaces are none.
struct Token {
  enum class Kind : unsigned char {
    /// A name or a keyword.
    Word,
    Number,
    /// A literal of a character or a string.
    Literal,
    /// An operator or a bracket.
    Sign,
    /// A whole line of the preprocessor, with the lines that `\` joins to it.
    Directive,
  };
  Kind kind;
  std::string_view text;
  /// The token's first character, counted from the text's start.
  std::size_t at;

  std::size_t end() const { return at + text.size(); }
  bool is(std::string_view other) const { return text == other; }
  bool is_word() const { return kind == Kind::Word; }
};

/// Whether the token is a number that is no fraction.
bool is_whole_number(const Token& t);

/// The tokens of a text, which must outlive them.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace assay::opencl
