// Counts, numbers, times and words of the command line. CLI11's own validators speak of types and
// ranges; these say what to give.
#include "cmd/options/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "ops/nearest_name.h"

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

/// The number that the whole of a text but a unit at its end says; nothing if it says none.
std::optional<double> number_in(std::string_view text, std::string_view& unit) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  unit = {end, static_cast<std::size_t>(text.data() + text.size() - end)};
  return value;
}

}  // namespace

CLI::Validator count(std::uint64_t least, std::uint64_t most) {
  return {[=](std::string& text) {
            constexpr std::uint64_t kLarge = 20000;
            const auto number = count_in(text);
            if (!number || *number < least || *number > most)
              return fmt::format("{}: give a whole number from {} to {}{}", text, least, most,
                                 most > kLarge ? ", as in 20000, 20k or 1e6" : "");
            text = std::to_string(*number);
            return std::string();
          },
          ""};
}

CLI::Validator number(double least, double most) {
  return {[=](std::string& text) {
            std::string_view unit;
            const auto number = number_in(text, unit);
            const bool fits = number && unit.empty() && *number >= least && *number <= most;
            return fits ? std::string()
                        : fmt::format("{}: give a number from {} to {}", text, least, most);
          },
          ""};
}

CLI::Validator duration() {
  return {[](std::string& text) {
            constexpr double kMost = 1e9;
            std::string_view unit;
            const auto value = number_in(text, unit);
            const double scale = unit == "" || unit == "s" ? 1
                                 : unit == "m"             ? 60
                                 : unit == "h"             ? 3600
                                                           : 0;
            if (!value || !(*value > 0) || *value > kMost || scale == 0)
              return fmt::format("{}: give seconds, or a number with s, m or h, as in 10m", text);
            text = fmt::format("{}", *value * scale);
            return std::string();
          },
          ""};
}

CLI::Validator one_of(std::vector<std::string> words) {
  return {[words = std::move(words)](std::string& text) {
            return std::find(words.begin(), words.end(), text) != words.end()
                       ? std::string()
                       : fmt::format("no \"{}\"{}", text, ops::known_words(text, words));
          },
          ""};
}

}  // namespace assay::cmd
