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

/// What a driver may make anew for another value of a field.
enum class Renews : std::uint8_t {
  Nothing,
  /// The code that it compiles at a program's first launch: once for the default, once for all
  /// other values.
  Launch,
  /// The program, or its code for a local size: for each value.
  Program,
};

/// The chance of a draw: it is made where a number below `of` is `at`.
struct Odds {
  std::uint64_t of = 1, at = 0;
  bool come(specs::Chooser& chooser) const { return chooser.below(of) == at; }
};

/// One field of a route. All that is known of a field stands in its row of route_fields(): parsing,
/// printing, drawing, coverage, shrinking and skipping read it there. A value is a number here,
/// that of its enumerator or its flag.
struct RouteField {
  std::string_view name;
  std::uint64_t (*get)(const Route&) = nullptr;
  void (*set)(Route&, std::uint64_t value) = nullptr;

  /// The words of the values 0, 1, 2, …; other values are written as numbers.
  std::span<const std::string_view> words = {};
  /// A case line cannot write word 0, the default: the field is left out instead.
  bool word_0_is_left_out = false;
  /// The least and the largest number that a case line can write, and what it must be a multiple
  /// of. Nothing else than words can be written where `highest` is 0.
  std::uint64_t lowest = 0, highest = 0, unit = 1;
  /// Values are written as those of -cl-std are: 12 as CL1.2.
  bool is_cl_std = false;

  Renews renews = Renews::Nothing;
  /// Whether a variant leaves no choice, so that the field has its default.
  bool (*fixed_by)(const opencl::Variant&) = nullptr;
  /// Whether an operator, and a case of it, can have another value than the default; nothing where
  /// all can. Then the default is the first of `covered`.
  bool (*possible_for)(const specs::Spec&) = nullptr;
  bool (*possible_in)(const specs::Case&) = nullptr;

  /// What a device lacks for a value; nothing where it has all. Fields are asked in the order of
  /// `asked`: the first that answers gives the reason of a skip.
  std::optional<std::string> (*lacking)(std::uint64_t value, const opencl::DeviceInfo&) = nullptr;
  unsigned asked = 0;

  /// The values that coverage counts, by plans and reports. Not those that hang on more than the
  /// driver (on how much memory there is, on other programs). With `others_alike`: the default, and
  /// a value that stands for all others.
  std::span<const std::uint64_t> covered = {};
  bool others_alike = false;
  /// The field's place among the knobs of the route. Plans hang on it.
  unsigned knob = 0;

  /// The values that are drawn besides the default; those of this device; and one that is drawn
  /// more seldom, where the device has it.
  std::span<const std::uint64_t> drawn = {};
  std::vector<std::uint64_t> (*drawn_on)(const opencl::DeviceInfo&) = nullptr;
  std::optional<std::uint64_t> drawn_seldom = {};
  /// How often they are drawn. `own_odds`: for combinations that have the field often. What renews
  /// programs has none: draw_route() draws one of all values of all such fields, in the table's
  /// order.
  std::optional<Odds> odds = {}, own_odds = {}, seldom_odds = {};
  /// Place in the order of drawing; 0 for those without odds. The routes of a seed hang on it.
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
  /// Whether coverage counts the value, or it is drawn for the device, and not seldom.
  bool is_asked_for(std::uint64_t value, const opencl::DeviceInfo& device) const;

  /// What coverage calls the values that it counts.
  std::vector<std::string> covered_names() const;
  /// Which of the covered values a route has; as many as there are where it has another.
  std::size_t covered_index(const Route& route) const;
};

/// All fields of a route but its variant, in the order in which a case line has them.
std::span<const RouteField> route_fields();

/// Those that have a place in another order, by it: `asked`, `knob` or `turn`.
std::vector<const RouteField*> route_fields_by(unsigned RouteField::* place);

}  // namespace assay::conformance
