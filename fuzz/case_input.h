#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "conformance/find/shrink.h"

namespace assay::fuzz {

using Input = std::span<const std::uint8_t>;

/// The case that an input stands for, valid, small, and on a route that the device offers. An input
/// is either a case line (a seed that people can read, what the mutator writes), brought inside the
/// rules where need be, or bytes that drawing takes its choices from: the problem's from the front,
/// the route's from the last kRouteBytes. Nothing where it is a line that does not parse, or one of
/// too large a case.
std::optional<conformance::Routed> decode(Input input);

/// The input of a case: its line.
std::string encode(const conformance::Routed& r);

constexpr std::size_t kRouteBytes = 8;

/// The bytes that the problem is drawn from, and those of the route.
Input problem_bytes(Input input);
Input route_bytes(Input input);

/// Brings a route within what the device has and what drawing would ask for: a variant that is
/// offered, one of few local sizes, since drivers compile anew for each. False where nothing is
/// offered.
bool make_runnable(conformance::Routed& r);

}  // namespace assay::fuzz
