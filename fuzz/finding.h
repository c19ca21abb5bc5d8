#pragma once

#include <string>
#include <string_view>

#include "conformance/find/shrink.h"
#include "conformance/verdict/verdict.h"

namespace assay::fuzz {

/// Prints what is wrong, with the input's case line or text, and aborts, so that the engine keeps
/// the input.
[[noreturn]] void report(std::string_view what, std::string_view input);

/// A divergence. Aborts after printing the case line, unless the folder ASSAY_FUZZ_FINDINGS is
/// named: then the first of each kind (operator, verdict, what was hit, index fill, variant) is
/// written there as `HASH.case`, and the campaign goes on.
void diverged(const conformance::Routed& r, const conformance::Judgement& j);

}  // namespace assay::fuzz
