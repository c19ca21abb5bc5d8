#pragma once

#include <string>
#include <string_view>

#include "conformance/find/shrink.h"
#include "conformance/verdict/verdict.h"

namespace assay::fuzz {

/// Prints what is wrong and the input's case line or text, and aborts, so that the engine keeps the
/// input.
[[noreturn]] void report(std::string_view what, std::string_view input);

/// Takes in how a case was judged. Makes the file ASSAY_FUZZ_JUDGED, if that is set, at the first
/// case that was not skipped.
///
/// Reports a divergence. If the folder ASSAY_FUZZ_FINDINGS is not set, prints the case line and
/// aborts. If it is set, writes the first divergence of each kind to that folder as `HASH.case`,
/// and the campaign goes on. The kind is the operator, the verdict, what was hit, the index fill
/// and the variant.
void judged(const conformance::Routed& r, const conformance::Judgement& j);

}  // namespace assay::fuzz
