#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::ops {

/// Reads the text of an expression from left to right. Spaces separate words and mean nothing else.
class ExpressionScanner {
 public:
  /// `used_at`: where in an expression the text is used, which is an alias's then.
  explicit ExpressionScanner(std::string_view text, std::optional<std::size_t> used_at = {})
      : text_(text), used_at_(used_at) {}

  /// Throws ExpressionError, which names the place that was reached, or where the alias is used.
  [[noreturn]] void fail(const std::string& what) const;

  std::string_view text() const { return text_; }
  /// The place that was reached, and the column at which errors stand.
  std::size_t at() const { return at_; }
  std::size_t column() const { return used_at_.value_or(at_ + 1); }
  /// Goes back to a place.
  void back_to(std::size_t at) { at_ = at; }

  /// Whether a token comes next; a token of letters is a whole word.
  bool looking_at(std::string_view token);
  /// Whether a token came next; it is read then.
  bool accept(std::string_view token);
  void expect(std::string_view token);
  /// Fails where anything is left.
  void end();
  std::string_view name();
  /// The number that comes next; nothing where none does.
  std::optional<std::int64_t> number();

 private:
  void space();

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::size_t> used_at_;
};

}  // namespace assay::ops
