#pragma once

#include <string>
#include <utility>
#include <vector>

#include "opencl/kernel_file.h"
#include "opencl/launch.h"
#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::conformance {

/// How problems reach the device: the right of `@` in a case line.
struct Route {
  /// Empty: every variant that the device can run, in turn.
  std::string variant;
  opencl::LaunchOptions launch;

  friend bool operator==(const Route&, const Route&) = default;
};

/// The route that a case's fields name. Throws Error: an unknown field, or a value out of range.
Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields);

/// The fields of a route; defaults are left out.
std::vector<std::pair<std::string, std::string>> print_route(const Route& route);

/// The data types of a case's tensors, by place.
std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor);

/// Draws one of the variants that are offered (not empty), a local size and a placement.
Route draw_route(const std::vector<const opencl::Variant*>& offered,
                 const opencl::DeviceInfo& device, specs::Chooser& chooser);

}  // namespace assay::conformance
