#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opencl/launch/launch.h"
#include "opencl/program/kernel_file.h"
#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::conformance {

/// How often a batch is launched: once, or twice with different bytes wherever nothing may be read.
enum class PoisonKind : std::uint8_t { Once, Differential };

/// How problems reach the device: the right of `@` in a case line.
struct Route {
  /// Empty: every variant that the device can run, in turn.
  std::string variant;
  /// All but `poison_seed`, which no route names, and `in_place`, which is below.
  opencl::LaunchOptions launch;
  /// An output lies in an input's memory, where the operator allows it and a case describes both
  /// alike.
  bool in_place = false;
  PoisonKind poison = PoisonKind::Once;

  friend bool operator==(const Route&, const Route&) = default;
};

/// The route that a case's fields name. Throws Error: an unknown field, or a value out of range.
Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields);

/// The fields of a route; defaults are left out.
std::vector<std::pair<std::string, std::string>> print_route(const Route& route);

/// How many fields print_route() gives.
std::size_t count_fields(const Route& route);

/// The routes that have one field less than this one, the variant aside.
std::vector<Route> simpler_routes(const Route& route);

/// What of a route makes drivers build programs anew, as text.
std::string build_text(const Route& route);

/// The program that a case runs by a route, as text.
std::string program_text(const specs::Case& c, const Route& route);

/// The same, and whether offsets come in: drivers that compile at the first launch (PoCL does, for
/// each local size) compile once more for those.
std::string launch_text(const specs::Case& c, const Route& route);

/// Gives a route what makes launch_text of another.
void share_launch(Route& route, const Route& with);

/// What a device lacks that a route needs: an out-of-order queue, a version of OpenCL C, a local
/// size. Nothing where it lacks none of them.
std::optional<std::string> missing_feature(const Route& route, const opencl::DeviceInfo& device);

/// How the launcher carries a route out for an operator.
opencl::LaunchOptions launch_options(const Route& route, const specs::Spec& spec);

/// Whether an operator allows an output to lie in an input's memory; and whether a case of it
/// describes such two alike.
bool in_place_allowed(const specs::Spec& spec);
bool in_place_possible(const specs::Case& c);

/// The data types of a case's tensors, by place.
std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor);

/// Draws one of the variants that are offered (not empty) and a random few of the features that
/// the device has, for a batch of cases like `example`. Features that make a driver build come
/// seldom, and first for the same few programs, so that builds take a fifth of the time at most.
Route draw_route(const std::vector<const opencl::Variant*>& offered,
                 const opencl::DeviceInfo& device, specs::Chooser& chooser,
                 const specs::Case* example = nullptr);

}  // namespace assay::conformance
