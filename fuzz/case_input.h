#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "conformance/find/shrink.h"

namespace assay::fuzz {

using Input = std::span<const std::uint8_t>;

/// The case that an input stands for. It is valid and small, and its route is one that the device
/// offers. An input is either a case line or bytes. People can read a case line, and the mutator
/// writes it; it is repaired if it breaks rules. Bytes are choices for drawing: the last
/// kRouteBytes (fewer in a short input) are those of the route, and all before them those of the
/// problem. Nothing if a line does not parse, or its case is too large, or the device offers no
/// variant.
std::optional<conformance::Routed> decode(Input input);

/// The input that stands for a case, which is its line.
std::string encode(const conformance::Routed& r);

constexpr std::size_t kRouteBytes = 8;

/// The bytes that the problem is drawn from, and the bytes that the route is drawn from.
Input problem_bytes(Input input);
Input route_bytes(Input input);

/// Changes a route to one that the device supports and that drawing could ask for: an offered
/// variant, and one of few local sizes, since drivers compile again for each local size. False if
/// no variant is offered.
bool make_runnable(conformance::Routed& r);

}  // namespace assay::fuzz
