#pragma once

#include "conformance/verdict/verdict.h"
#include "specs/json.h"

namespace assay::conformance {

/// A judgement's particulars, for reports and between processes.
specs::Json judgement_to_json(const Judgement& judgement);

/// The inverse. Throws nlohmann's exceptions where the JSON is no judgement, Error where it names a
/// verdict that is none.
Judgement judgement_from_json(const specs::Json& json);

/// The verdict of that name, or nothing.
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace assay::conformance
