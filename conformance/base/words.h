#pragma once

#include <cstdint>
#include <string>

namespace assay::conformance {

/// 12345678 → 12,345,678
std::string grouped(std::uint64_t n);

/// `text` as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace assay::conformance
