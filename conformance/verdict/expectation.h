#pragma once

#include <optional>
#include <string>

#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// Whether a case brings an expected answer along.
bool has_answer(const specs::Case& c);

/// Compares the expected answer of a case, if it has one, with what the oracle permits. Gives one
/// line that names the first element that is not permitted, with the expected and the permitted
/// value; nothing where the two agree or the case has no expected answer.
std::optional<std::string> disputed(const specs::Case& c, const ops::Permitted& permitted);

}  // namespace assay::conformance
