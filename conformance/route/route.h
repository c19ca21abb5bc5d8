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

/// How often a batch is launched: once, or twice with different poison.
enum class PoisonKind : std::uint8_t { Once, Differential };

/// How problems reach the device. In a case line, this is the part to the right of `@`.
struct Route {
  /// If it is empty, every variant that the device can run is used in turn.
  std::string variant;
  /// A route does not use `poison_seed` and `new_kernels`, which launch_options() sets, or
  /// `in_place`, for which the member below exists.
  opencl::LaunchOptions launch;
  /// Whether an output lies in an input's memory. This happens only if the operator allows it and
  /// the case describes both tensors alike.
  bool in_place = false;
  PoisonKind poison = PoisonKind::Once;
  /// How often the batch is launched by the same kernel objects, which are made for it if this is
  /// more than 1. Which answers are judged tells rounds_after in conformance/run/pipeline.cpp.
  std::uint64_t repeat = 1;

  friend bool operator==(const Route&, const Route&) = default;
};

/// The route that these fields of a case line describe. Throws Error for an unknown field or a
/// value that is not allowed.
Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields);

/// The fields of a route. Fields that have their default are left out.
std::vector<std::pair<std::string, std::string>> print_route(const Route& route);

/// The number of fields that print_route() gives.
std::size_t count_fields(const Route& route);

/// For each field that does not have its default, the route with that field at its default. The
/// variant is always kept.
std::vector<Route> simpler_routes(const Route& route);

/// For each field that has simpler values beside its default, the routes with these.
std::vector<Route> routes_with_simpler_values(const Route& route);

/// The variant and the values for which drivers build a new program, as text.
std::string build_text(const Route& route);

/// The values with which programs are built, as text.
std::string options_text(const Route& route);

/// A text that identifies the program that a case runs on a route.
std::string program_text(const specs::Case& c, const Route& route);

/// The text of program_text(), and whether a field that renews launches (an offset, the number of
/// launches) does not have its default. Drivers that compile at the first launch (PoCL does this
/// for each local size) compile once more for such a value.
std::string launch_text(const specs::Case& c, const Route& route);

/// Changes `route` so that its launch_text() is that of `with`.
void share_launch(Route& route, const Route& with);

/// What a route needs and the device lacks: for example an out-of-order queue, a version of OpenCL
/// C, or a local size. Nothing if the device lacks nothing.
std::optional<std::string> missing_feature(const Route& route, const opencl::DeviceInfo& device);

/// The options with which the launcher runs an operator on a route. The seed of the poison follows
/// from the route's fields.
opencl::LaunchOptions launch_options(const Route& route, const specs::Spec& spec);

/// Whether an operator allows an output to lie in an input's memory, and whether a case describes
/// two such tensors alike.
bool in_place_allowed(const specs::Spec& spec);
bool in_place_possible(const specs::Case& c);

/// The data types of a case's tensors, in the order of their places.
std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor);

/// Draws a route for a batch of cases like `example` that runs what was built for `built`: the
/// fields for which drivers build have the values that `built` has, where the variant and the
/// device can have them. All others are drawn. With `renews_launch`, at least one field that renews
/// launches does not have its default; without it, all of them have it.
Route draw_route(const Route& built, bool renews_launch, const opencl::Variant& variant,
                 const opencl::DeviceInfo& device, specs::Chooser& chooser,
                 const specs::Case* example = nullptr);

/// Gives the fields for which drivers build values that only this device has: SPIR-V where the
/// program does not have its default, and the device's greatest local size in place of the greatest
/// one that all devices share.
void take_own_values(Route& route, const opencl::DeviceInfo& device);

/// Draws a route for a batch of cases like `example`: one of the variants in `offered`, which must
/// not be empty, and random values of some fields. The device supports all of them. Values for
/// which a driver must build are drawn rarely, and mostly for few combinations of operator and data
/// type, so that builds take at most a fifth of the time.
Route draw_route(const std::vector<const opencl::Variant*>& offered,
                 const opencl::DeviceInfo& device, specs::Chooser& chooser,
                 const specs::Case* example = nullptr);

}  // namespace assay::conformance
