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

/// What a driver may have to build again when a field has another value.
enum class Renews : std::uint8_t {
  Nothing,
  /// The code that the driver compiles when a program is launched for the first time. There is one
  /// such code for the default and one for all other values.
  Launch,
  /// The code of a kernel for a local size. Each value needs its own.
  Kernel,
  /// The program. Each value needs its own.
  Program,
};

/// The chance that something is drawn, which is 1 in `of`: it is drawn if a random number below
/// `of` equals `at`.
struct Odds {
  std::uint64_t of = 1, at = 0;
  bool come(specs::Chooser& chooser) const { return chooser.below(of) == at; }
};

/// One field of a route. Everything about a field is in its row of route_fields(). Parsing,
/// printing, drawing, coverage, shrinking and skipping read it there. Values are numbers here: a
/// flag is 0 or 1, and an enumerator is its number.
struct RouteField {
  std::string_view name;
  std::uint64_t (*get)(const Route&) = nullptr;
  void (*set)(Route&, std::uint64_t value) = nullptr;

  /// The words for the values 0, 1, 2, and so on. Other values are written as numbers.
  std::span<const std::string_view> words = {};
  /// Word 0 is the default and is used only in coverage. A case line leaves the field out instead.
  bool word_0_is_left_out = false;
  /// The smallest and the largest number that a case line may have. The number must be a multiple
  /// of `unit`. If `highest` is 0, a case line may have words only.
  std::uint64_t lowest = 0, highest = 0, unit = 1;
  /// These write and read values that are neither words nor numbers in a case line, if they are
  /// set. `read` throws Error.
  std::string (*write)(std::uint64_t value) = nullptr;
  std::uint64_t (*read)(std::string_view text) = nullptr;
  /// Gives the values that are simpler than one that is not the default. Null if only the default
  /// is.
  std::vector<std::uint64_t> (*simpler)(std::uint64_t value) = nullptr;

  Renews renews = Renews::Nothing;
  /// Whether each value needs a build of its own.
  bool builds() const { return renews == Renews::Kernel || renews == Renews::Program; }
  /// Tells whether a variant fixes the field, which then has its default. Null if no variant fixes
  /// it.
  bool (*fixed_by)(const opencl::Variant&) = nullptr;
  /// These tell whether an operator, and whether one of its cases, can have a value other than the
  /// default. Null if all can. If they are set, the first value in `covered` is the default.
  bool (*possible_for)(const specs::Spec&) = nullptr;
  bool (*possible_in)(const specs::Case&) = nullptr;

  /// Tells what a device lacks that a value needs; nothing if it lacks nothing. Null if all devices
  /// support all values. The fields are asked in the order of `asked`, and the first one that names
  /// something gives the reason of a skip.
  std::optional<std::string> (*lacking)(std::uint64_t value, const opencl::DeviceInfo&) = nullptr;
  unsigned asked = 0;

  /// The values that coverage counts, in plans and in reports. Values that depend on more than the
  /// driver (on the amount of memory, on other programs) are not among them. With `others_alike`
  /// there are two: the default, and one that represents all other values. A field without such
  /// values is no knob.
  std::span<const std::uint64_t> covered = {};
  bool others_alike = false;
  /// The field's place among the knobs of the route. A change of the place changes the plans.
  unsigned knob = 0;

  /// `drawn` are the values that are drawn besides the default, `drawn_on` gives the values that
  /// are drawn on a device, and `drawn_seldom` is a value that is drawn rarely, on devices that
  /// support it.
  std::span<const std::uint64_t> drawn = {};
  std::vector<std::uint64_t> (*drawn_on)(const opencl::DeviceInfo&) = nullptr;
  std::optional<std::uint64_t> drawn_seldom = {};
  /// A value for which drivers build kernels that run several times as long as the others. What is
  /// built for it runs in few batches.
  std::optional<std::uint64_t> slow = {};
  /// How often these values are drawn. `own_odds` are for the combinations of operator and data
  /// type that draw the field often. `seldom_odds` are for `drawn_seldom`. Fields that renew
  /// programs have no odds: draw_route() draws at most one value of all such fields together.
  std::optional<Odds> odds = {}, own_odds = {}, seldom_odds = {};
  /// The field's place in the order of drawing; 0 for fields without odds. A change of the place
  /// changes the routes of a seed.
  unsigned turn = 0;

  std::uint64_t usual() const;
  bool is_usual(const Route& route) const { return get(route) == usual(); }
  void make_usual(Route& route) const { set(route, usual()); }

  /// text_of() gives a value as a case line has it, and value_of() reads it back. value_of() throws
  /// Error for a text that is no value of the field.
  std::string text_of(std::uint64_t value) const;
  std::uint64_t value_of(std::string_view text) const;

  bool is_lacking(std::uint64_t value, const opencl::DeviceInfo& device) const {
    return lacking && lacking(value, device).has_value();
  }
  /// Whether some device lacks the value that supports all local sizes and no optional feature.
  bool is_optional(std::uint64_t value) const;
  /// Whether coverage counts the value, or the value is one of those that are drawn on this device.
  bool is_asked_for(std::uint64_t value, const opencl::DeviceInfo& device) const;

  /// The names that coverage gives to the values in `covered`.
  std::vector<std::string> covered_names() const;
  /// The index in `covered` of the value that a route has; covered.size() if it has another value.
  std::size_t covered_index(const Route& route) const;
};

/// All fields of a route except the variant, in the order in which a case line has them.
std::span<const RouteField> route_fields();

/// The fields whose `place` (`asked`, `knob` or `turn`) is not 0, in the order of their places.
std::vector<const RouteField*> route_fields_by(unsigned RouteField::* place);

}  // namespace assay::conformance
