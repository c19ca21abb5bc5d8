#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/route/route.h"
#include "opencl/program/kernel_file.h"
#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::conformance {

/// What a driver may build again when a field gets another value.
enum class Renews : std::uint8_t {
  Nothing,
  /// The code that it compiles when a program is launched for the first time: one for the default,
  /// one for all other values.
  Launch,
  /// The program, or its code for a local size: one for each value.
  Program,
};

/// The chance that something is drawn: it is where a random number below `of` equals `at`.
struct Odds {
  std::uint64_t of = 1, at = 0;
  bool come(specs::Chooser& chooser) const { return chooser.below(of) == at; }
};

/// One field of a route. All that is known of a field stands in its row of route_fields(), from
/// which parsing, printing, drawing, coverage, shrinking and skipping read it. Values are numbers
/// here: a flag is 0 or 1, an enumerator its number.
struct RouteField {
  std::string_view name;
  std::uint64_t (*get)(const Route&) = nullptr;
  void (*set)(Route&, std::uint64_t value) = nullptr;

  /// The words of the values 0, 1, 2, …; other values are written as numbers.
  std::span<const std::string_view> words = {};
  /// Word 0, the default, is for coverage only: a case line leaves the field out instead.
  bool word_0_is_left_out = false;
  /// The least and the largest number that a case line can have, and what it must be a multiple of.
  /// Where `highest` is 0, a case line can have words only.
  std::uint64_t lowest = 0, highest = 0, unit = 1;
  /// Values are written like those of -cl-std: 12 is CL1.2.
  bool is_cl_std = false;

  Renews renews = Renews::Nothing;
  /// Whether a variant fixes the field, which then has its default; null where none does.
  bool (*fixed_by)(const opencl::Variant&) = nullptr;
  /// Whether an operator, and whether one of its cases, can have another value than the default;
  /// null where all can. A field with these has its default as the first of `covered`.
  bool (*possible_for)(const specs::Spec&) = nullptr;
  bool (*possible_in)(const specs::Case&) = nullptr;

  /// What a device lacks for a value; nothing where it lacks nothing. Null where all devices have
  /// all values. Fields are asked in the order of `asked`, and the first that names something gives
  /// the reason of a skip.
  std::optional<std::string> (*lacking)(std::uint64_t value, const opencl::DeviceInfo&) = nullptr;
  unsigned asked = 0;

  /// The values that coverage counts, in plans and in reports. Values that depend on more than the
  /// driver (on the amount of memory, on other programs) are not among them. With `others_alike`
  /// there are two: the default, and one that stands for all others.
  std::span<const std::uint64_t> covered = {};
  bool others_alike = false;
  /// The field's place among the knobs of the route. Another place changes the plans.
  unsigned knob = 0;

  /// The values that are drawn besides the default, the values that are drawn on one device, and a
  /// value that is drawn seldom, on devices that have it.
  std::span<const std::uint64_t> drawn = {};
  std::vector<std::uint64_t> (*drawn_on)(const opencl::DeviceInfo&) = nullptr;
  std::optional<std::uint64_t> drawn_seldom = {};
  /// How often they are drawn. `own_odds` are for the combinations of operator and data type that
  /// draw the field often. Fields that renew programs have no odds: of all values of all such
  /// fields, draw_route() draws one.
  std::optional<Odds> odds = {}, own_odds = {}, seldom_odds = {};
  /// The field's place in the order of drawing; 0 for fields without odds. Another place changes
  /// the routes of a seed.
  unsigned turn = 0;

  std::uint64_t usual() const;
  bool is_usual(const Route& route) const { return get(route) == usual(); }
  void make_usual(Route& route) const { set(route, usual()); }

  /// A value as a case line has it, and back. Throws Error for what is none.
  std::string text_of(std::uint64_t value) const;
  std::uint64_t value_of(std::string_view text) const;

  bool is_lacking(std::uint64_t value, const opencl::DeviceInfo& device) const {
    return lacking && lacking(value, device).has_value();
  }
  /// Whether coverage counts the value, or it is one of those that are drawn on this device only.
  bool is_asked_for(std::uint64_t value, const opencl::DeviceInfo& device) const;

  /// What coverage calls the values that it counts.
  std::vector<std::string> covered_names() const;
  /// Which of the covered values a route has; covered.size() where it has another one.
  std::size_t covered_index(const Route& route) const;
};

/// All fields of a route but its variant, in the order in which a case line has them.
std::span<const RouteField> route_fields();

/// The fields whose `place` (`asked`, `knob` or `turn`) is not 0, in the order of their places.
std::vector<const RouteField*> route_fields_by(unsigned RouteField::* place);

}  // namespace assay::conformance
