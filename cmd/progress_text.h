#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "conformance/base/words.h"

namespace assay::cmd {

/// How far a run is, as it is told.
struct Progress {
  /// What the run is at: `building programs`.
  std::string doing;
  /// How many cases are settled, of how many where that is known, and how many of them diverge.
  /// Without `cases` no campaign runs.
  std::optional<std::uint64_t> cases, of;
  std::uint64_t diverged = 0;
  /// Seconds since the run began, and those that it still takes.
  double seconds = 0;
  std::optional<double> left = {};
};

/// A time in words, not more exact than an estimate is.
inline std::string time_left_text(double seconds) {
  constexpr double kFew = 5, kMinutes = 150, kHours = 150 * 60;
  if (seconds < kFew) return "a few seconds left";
  if (seconds < 30) return fmt::format("about {:.0f} s left", seconds);
  if (seconds < kMinutes) return fmt::format("about {:.0f} s left", 10 * std::round(seconds / 10));
  if (seconds < kHours) return fmt::format("about {:.0f} min left", seconds / 60);
  return fmt::format("about {:.0f} h left", seconds / 3600);
}

/// The one line that tells of it.
inline std::string progress_text(const Progress& p) {
  std::string text = fmt::format("[{:.0f} s] {}", p.seconds, p.doing);
  if (!p.cases) return text;
  text += fmt::format("; {}{} cases, {} diverge", conformance::grouped(*p.cases),
                      p.of ? " of " + conformance::grouped(*p.of) : "",
                      conformance::grouped(p.diverged));
  return text + "; " + (p.left ? time_left_text(*p.left) : "time left not known yet");
}

}  // namespace assay::cmd
