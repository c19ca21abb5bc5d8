// The feature levels are those of DirectML.h for target version 0x6400.
#include "specs/level.h"

#include <array>

namespace assay::specs {
namespace {

constexpr std::array<std::string_view, Level::kCount> kNames{"1_0", "2_0", "2_1", "3_0", "3_1",
                                                             "4_0", "4_1", "5_0", "5_1", "5_2",
                                                             "6_0", "6_1", "6_2", "6_3", "6_4"};

}  // namespace

std::optional<Level> Level::named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return Level{static_cast<std::int64_t>(i)};
  return std::nullopt;
}

std::string_view Level::name() const { return kNames[static_cast<std::size_t>(index)]; }

}  // namespace assay::specs
