#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::conformance {

/// A number for people to read, with a comma before each group of three digits: 12345678 gives
/// 12,345,678.
std::string grouped(std::uint64_t n);

/// The operator that a case line names: what stands before the first colon.
std::string_view operator_of(std::string_view line);

/// `text`, or where it is longer than `most` bytes, its beginning and its end, and how much is left
/// out between them.
std::string shortened(const std::string& text, std::size_t most = 400);

/// `text` as one word of a shell command: quoted where a shell would not take it as it stands.
std::string shell_word(const std::string& text);

}  // namespace assay::conformance
