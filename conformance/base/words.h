#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::conformance {

/// A number for people to read, with a comma before each group of three digits: 12345678 gives
/// 12,345,678.
std::string grouped(std::uint64_t n);

/// The operator that a case line names: what stands before the first colon.
std::string_view operator_of(std::string_view line);

/// `text`, or where it is longer than `most` bytes, its beginning and its end, and how much is left
/// out between them.
std::string shortened(const std::string& text, std::size_t most = 400);

/// The one of `names`, at least one, that a mistyped `name` is most likely meant to be: the one
/// with the fewest letters to be put in, left out or changed.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

/// `text` as one word of a shell command: quoted where a shell would not take it as it stands.
std::string shell_word(const std::string& text);

}  // namespace assay::conformance
