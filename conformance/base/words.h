#pragma once

#include <cstdint>
#include <string>

namespace assay::conformance {

/// A number for people to read, with a comma before each group of three digits: 12345678 gives
/// 12,345,678.
std::string grouped(std::uint64_t n);

/// `text` as one word of a shell command: quoted where a shell would not take it as it stands.
std::string shell_word(const std::string& text);

}  // namespace assay::conformance
