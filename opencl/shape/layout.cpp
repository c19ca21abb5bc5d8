// Goes over the text line by line. A line is cut behind each brace and each semicolon that stands
// outside of parentheses. The braces of an initial value count as parentheses.
#include "opencl/shape/layout.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "opencl/shape/tokens.h"

namespace assay::opencl {
namespace {

class Layout {
 public:
  std::string of(std::string_view text) {
    while (!text.empty()) {
      std::size_t end = std::min(text.find('\n'), text.size());
      const std::size_t first = text.find_first_not_of(" \t");
      // A macro's lines belong together.
      const bool is_directive = first < end && text[first] == '#';
      while (is_directive && end < text.size() && text[end - 1] == '\\')
        end = std::min(text.find('\n', end + 1), text.size());
      line(text.substr(0, end), is_directive);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::move(all_);
  }

 private:
  void line(std::string_view text, bool is_directive) {
    const std::vector<Token> tokens = tokens_of(text);
    if (is_directive || tokens.empty() || (depth_ == 0 && pieces_of(tokens) < 2)) {
      // A comment, or what stands outside of functions.
      if (!is_directive) count(tokens);
      all_ += std::string(text) + "\n";
      return;
    }
    for (std::size_t begin = 0; begin < tokens.size();) {
      const int depth = depth_ - tokens[begin].is("}");
      const bool goes_on = open_ > 0 || (begin == 0 && goes_on_);
      std::size_t end = begin;
      while (end < tokens.size() && !ends_piece(tokens, end)) ++end;
      const std::size_t last = std::min(end, tokens.size() - 1);
      // With the comment behind the last token.
      const std::size_t stop = last + 1 == tokens.size() ? text.size() : tokens[last].end();
      all_ += std::string(static_cast<std::size_t>(2 * std::max(depth, 0) + 4 * goes_on), ' ');
      all_ += text.substr(tokens[begin].at, stop - tokens[begin].at);
      all_ += "\n";
      goes_on_ = end == tokens.size();
      begin = last + 1;
    }
  }

  /// Takes the token into account. Gives whether a line ends behind it.
  bool ends_piece(const std::vector<Token>& tokens, std::size_t i) {
    const Token& t = tokens[i];
    const bool is_initial = t.is("{") && (open_ > 0 || (i > 0 && tokens[i - 1].is("=")));
    if (t.is("(") || is_initial)
      ++open_;
    else if (t.is(")") || (t.is("}") && open_ > 0))
      --open_;
    else if (t.is("{"))
      ++depth_;
    else if (t.is("}"))
      --depth_;
    else
      return t.is(";") && open_ == 0;
    return open_ == 0 && !is_initial && (t.is("{") || (t.is("}") && !was_initial(tokens, i)));
  }

  static bool was_initial(const std::vector<Token>& tokens, std::size_t i) {
    return i + 1 < tokens.size() && (tokens[i + 1].is(";") || tokens[i + 1].is(","));
  }

  void count(const std::vector<Token>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) goes_on_ = !ends_piece(tokens, i);
  }

  std::size_t pieces_of(const std::vector<Token>& tokens) {
    Layout other = *this;
    std::size_t pieces = 1;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) pieces += other.ends_piece(tokens, i);
    return pieces;
  }

  std::string all_;
  int depth_ = 0, open_ = 0;
  /// Whether a statement goes on in the next line.
  bool goes_on_ = false;
};

}  // namespace

std::string laid_out(const std::string& text) { return Layout().of(text); }

}  // namespace assay::opencl
