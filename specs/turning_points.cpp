#include "specs/turning_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::specs {
namespace {

constexpr std::array<unsigned, 9> kPowers{7, 8, 15, 16, 24, 31, 32, 53, 63};
constexpr std::array<std::uint64_t, 3> kOdd{1, 3, 5};
constexpr std::array<int, 3> kNear{-1, 0, 1};
/// Compilers divide by these, and multiply by them, with shifts and additions of their own.
constexpr std::array<std::int64_t, 8> kFactors{3, 5, 7, 10, 100, 1000, 1023, 1025};
constexpr std::array<std::int64_t, 5> kMultiples{1, 2, 3, 4, 7};
constexpr std::size_t kOfPowers = kPowers.size() * kNear.size();

std::vector<TurningPoint> make() {
  std::vector<TurningPoint> points;
  for (std::size_t p = 0; p < kPowers.size(); ++p)
    for (const std::uint64_t odd : kOdd)
      for (std::size_t near = 0; near < kNear.size(); ++near) {
        const std::uint64_t n =
            (odd << kPowers[p]) + static_cast<std::uint64_t>(std::int64_t{kNear[near]});
        if (n <= static_cast<std::uint64_t>(INT64_MAX))
          points.push_back({static_cast<std::int64_t>(n), p * kNear.size() + near});
      }
  for (std::size_t f = 0; f < kFactors.size(); ++f)
    for (const std::int64_t multiple : kMultiples)
      points.push_back({kFactors[f] * multiple, kOfPowers + f});
  // A number that is a multiple of several factors is of the kind of the greatest one.
  std::ranges::sort(points, [](const TurningPoint& a, const TurningPoint& b) {
    return a.number != b.number ? a.number < b.number : a.kind > b.kind;
  });
  const auto again = std::ranges::unique(points, {}, &TurningPoint::number);
  points.erase(again.begin(), again.end());
  return points;
}

/// Numbers below this one are looked up in a table, since most numbers of cases are small.
constexpr std::size_t kSmall = 2048;
constexpr std::uint8_t kNoKind = UINT8_MAX;

const std::array<std::uint8_t, kSmall>& small_kinds() {
  static const std::array<std::uint8_t, kSmall> kinds = [] {
    std::array<std::uint8_t, kSmall> of;
    of.fill(kNoKind);
    for (const TurningPoint& p : turning_points())
      if (p.number < static_cast<std::int64_t>(kSmall))
        of[static_cast<std::size_t>(p.number)] = static_cast<std::uint8_t>(p.kind);
    return of;
  }();
  return kinds;
}

}  // namespace

const std::vector<TurningPoint>& turning_points() {
  static const std::vector<TurningPoint> points = make();
  return points;
}

std::size_t turning_kinds() { return kOfPowers + kFactors.size(); }

std::string turning_kind_name(std::size_t kind) {
  if (kind >= kOfPowers) return fmt::format("n*{}", kFactors[kind - kOfPowers]);
  const int near = kNear[kind % kNear.size()];
  return fmt::format("2^{}{}", kPowers[kind / kNear.size()],
                     near == 0 ? "" : fmt::format("{:+}", near));
}

std::optional<std::size_t> turning_kind(std::int64_t number) {
  const std::uint64_t magnitude =
      number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  if (magnitude < kSmall) {
    const std::uint8_t kind = small_kinds()[magnitude];
    return kind == kNoKind ? std::nullopt : std::optional<std::size_t>(kind);
  }
  if (magnitude > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
  const auto& all = turning_points();
  const auto at = std::ranges::lower_bound(all, static_cast<std::int64_t>(magnitude), {},
                                           &TurningPoint::number);
  if (at == all.end() || at->number != static_cast<std::int64_t>(magnitude)) return std::nullopt;
  return at->kind;
}

}  // namespace assay::specs
