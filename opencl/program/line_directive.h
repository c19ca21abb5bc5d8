#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// `#line` directives, which tell where the next line of a kernel's text comes from.
namespace assay::opencl {

/// Where a line comes from.
struct LineOrigin {
  std::size_t line = 0;
  std::string path;

  bool operator==(const LineOrigin&) const = default;
};

/// The directive with its newline: `#line 7 "axes.clh"`. A quote, a backslash and a newline in the
/// path stand as in a string of C.
std::string line_directive(const LineOrigin& origin);

/// What stands behind `#line `: a number, and a path in quotes. Gives nothing if it is anything
/// else.
std::optional<LineOrigin> origin_in(std::string_view words);

}  // namespace assay::opencl
