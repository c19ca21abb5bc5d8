#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::specs {

/// A DirectML feature level, `1_0` … `6_4` (DML_FEATURE_LEVEL, DirectML.h): one of 15, in order.
struct Level {
  static constexpr std::int64_t kCount = 15;

  std::int64_t index = 0;

  static Level newest() { return {kCount - 1}; }
  /// The level with this name, such as `4_1`; nothing if there is none.
  static std::optional<Level> named(std::string_view name);
  std::string_view name() const;

  friend auto operator<=>(const Level&, const Level&) = default;
};

}  // namespace assay::specs
