#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::ops {

/// Reads the text of an expression from left to right. Spaces only separate words.
class ExpressionScanner {
 public:
  /// If `text` belongs to an alias, `used_at` is the column of the expression that uses the alias.
  explicit ExpressionScanner(std::string_view text, std::optional<std::size_t> used_at = {})
      : text_(text), used_at_(used_at) {}

  /// Throws ExpressionError. It names the current column or, in an alias, the column that uses the
  /// alias.
  [[noreturn]] void fail(const std::string& what) const;

  std::string_view text() const { return text_; }
  /// The current place in the text, and the column that errors name.
  std::size_t at() const { return at_; }
  std::size_t column() const { return used_at_.value_or(at_ + 1); }
  /// Goes back to a place.
  void back_to(std::size_t at) { at_ = at; }

  /// Whether `token` comes next. A token of letters matches only a whole word.
  bool looking_at(std::string_view token);
  /// Reads `token` if it comes next, and returns whether it did.
  bool accept(std::string_view token);
  void expect(std::string_view token);
  /// Fails if any text is left.
  void end();
  std::string_view name();
  /// Reads the number that comes next; nothing if there is none.
  std::optional<std::int64_t> number();
  /// Reads the number with a point that comes next; nothing if there is none.
  std::optional<float> decimal();

 private:
  void space();

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::size_t> used_at_;
};

}  // namespace assay::ops
