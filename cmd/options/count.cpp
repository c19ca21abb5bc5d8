#include "cmd/options/count.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace assay::cmd {
namespace {

/// What a letter behind a number multiplies it by.
std::optional<std::uint64_t> factor_of(std::string_view unit) {
  if (unit.empty()) return 1;
  if (unit == "k" || unit == "K") return 1'000;
  if (unit == "M") return 1'000'000;
  if (unit == "G") return 1'000'000'000;
  return std::nullopt;
}

/// The count that a text says; nothing if it says none, or one that is no whole number.
std::optional<std::uint64_t> count_in(std::string_view text) {
  const char *const begin = text.data(), *const end = begin + text.size();
  std::uint64_t whole = 0;
  if (const auto [at, error] = std::from_chars(begin, end, whole);
      error == std::errc() && at == end)
    return whole;
  double number = 0;
  const auto [at, error] = std::from_chars(begin, end, number);
  const auto factor = factor_of({at, static_cast<std::size_t>(end - at)});
  constexpr double kMost = 0x1p63;
  if (error != std::errc() || !factor || !(number >= 0)) return std::nullopt;
  // A short decimal times a power of ten is a whole number, but for the error of its binary form.
  const double all = number * static_cast<double>(*factor), rounded = std::round(all);
  if (all >= kMost || std::abs(all - rounded) > rounded * 0x1p-50) return std::nullopt;
  return static_cast<std::uint64_t>(rounded);
}

}  // namespace

CLI::Validator count(std::uint64_t least, std::uint64_t most) {
  return {[=](std::string &text) {
            const auto number = count_in(text);
            if (!number || *number < least || *number > most)
              return fmt::format("{}: give a whole number from {} to {}, as in 20000, 20k or 1e6",
                                 text, least, most);
            text = std::to_string(*number);
            return std::string();
          },
          ""};
}

}  // namespace assay::cmd
