// What no token begins with is a sign of one character, so every text has tokens.
#include "opencl/shape/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace assay::opencl {
namespace {

bool starts_token_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_in_token_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

constexpr std::array<std::string_view, 22> kLongSigns{
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

/// The end of the line that begins at `at`, with those that `\` joins to it.
std::size_t line_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

std::size_t number_end(std::string_view text, std::size_t at) {
  const auto is_exponent = [&](std::size_t i) {
    return (text[i] == '+' || text[i] == '-') &&
           std::string_view("eEpP").find(text[i - 1]) != std::string_view::npos;
  };
  const bool is_hex = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
  std::size_t end = at + 1;
  while (end < text.size() &&
         (is_in_token_word(text[end]) || text[end] == '.' ||
          (is_exponent(end) && !(is_hex && std::tolower(text[end - 1]) == 'e'))))
    ++end;
  return end;
}

}  // namespace

bool is_whole_number(const Token& t) {
  const bool is_hex = t.text.starts_with("0x") || t.text.starts_with("0X");
  return t.kind == Token::Kind::Number &&
         (is_hex || t.text.find_first_not_of("0123456789uUlL") == t.text.npos);
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  bool at_line_start = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      at_line_start = at_line_start || c == '\n';
      ++at;
      continue;
    }
    if (text.substr(at, 2) == "//") {
      at = line_end(text, at);
      continue;
    }
    if (text.substr(at, 2) == "/*") {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
      continue;
    }
    Token token{Token::Kind::Sign, {}, at};
    std::size_t end = at + 1;
    const bool is_number = std::isdigit(static_cast<unsigned char>(c)) ||
                           (c == '.' && at + 1 < text.size() &&
                            std::isdigit(static_cast<unsigned char>(text[at + 1])));
    if (c == '#' && at_line_start) {
      token.kind = Token::Kind::Directive;
      end = line_end(text, at);
    } else if (starts_token_word(c)) {
      token.kind = Token::Kind::Word;
      while (end < text.size() && is_in_token_word(text[end])) ++end;
    } else if (is_number) {
      token.kind = Token::Kind::Number;
      end = number_end(text, at);
    } else if (c == '"' || c == '\'') {
      token.kind = Token::Kind::Literal;
      end = literal_end(text, at);
    } else {
      for (const std::string_view sign : kLongSigns)
        if (text.substr(at, sign.size()) == sign) {
          end = at + sign.size();
          break;
        }
    }
    token.text = text.substr(at, end - at);
    tokens.push_back(token);
    at = end;
    at_line_start = false;
  }
  return tokens;
}

}  // namespace assay::opencl
