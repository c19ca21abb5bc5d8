#include "ops/expression_scanner.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "ops/expression.h"

namespace assay::ops {
namespace {

/// How many characters of the remaining text an error shows.
constexpr std::size_t kShown = 20;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

void ExpressionScanner::fail(const std::string& what) const {
  if (used_at_)
    throw ExpressionError(
        *used_at_, fmt::format("{} (at column {} of let \"{}\")", what, at_ + 1, text_), at_ + 1);
  throw ExpressionError(at_ + 1, what);
}

void ExpressionScanner::space() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
}

bool ExpressionScanner::looking_at(std::string_view token) {
  space();
  if (!text_.substr(at_).starts_with(token)) return false;
  const bool word = std::isalpha(static_cast<unsigned char>(token[0]));
  const std::size_t end = at_ + token.size();
  return !(word && end < text_.size() && is_of_name(text_[end]));
}

bool ExpressionScanner::accept(std::string_view token) {
  if (!looking_at(token)) return false;
  at_ += token.size();
  return true;
}

void ExpressionScanner::expect(std::string_view token) {
  if (!accept(token)) fail(fmt::format("expected \"{}\"", token));
}

void ExpressionScanner::end() {
  space();
  if (at_ < text_.size())
    fail(
        fmt::format("unexpected \"{}\"; the expression ends before it", text_.substr(at_, kShown)));
}

std::string_view ExpressionScanner::name() {
  space();
  const std::size_t from = at_;
  while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
  if (from == at_ || is_digit(text_[from])) {
    at_ = from;
    fail(at_ < text_.size()
             ? fmt::format("expected a value, found \"{}\"", text_.substr(at_, kShown))
             : "the expression ends too early");
  }
  return text_.substr(from, at_ - from);
}

std::optional<std::int64_t> ExpressionScanner::number() {
  space();
  if (at_ >= text_.size() || !is_digit(text_[at_])) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (error != std::errc()) fail("the number does not fit in 64 bits");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

std::optional<float> ExpressionScanner::decimal() {
  space();
  std::size_t point = at_;
  while (point < text_.size() && is_digit(text_[point])) ++point;
  // Two points are those of a range.
  if (point == at_ || point + 1 >= text_.size() || text_[point] != '.' ||
      !is_digit(text_[point + 1]))
    return std::nullopt;
  float value = 0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (error != std::errc()) fail("the number is no FLOAT32");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

}  // namespace assay::ops
