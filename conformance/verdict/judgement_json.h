#pragma once

#include "conformance/verdict/verdict.h"
#include "specs/json.h"

namespace assay::conformance {

/// A judgement as JSON, for reports and for messages between processes.
specs::Json judgement_to_json(const Judgement& judgement);

/// The judgement that judgement_to_json() wrote. Throws nlohmann's exceptions where the JSON is no
/// judgement, and Error where it names a verdict that does not exist.
Judgement judgement_from_json(const specs::Json& json);

/// The verdict of that name, or nothing where there is none.
std::optional<Verdict> verdict_named(std::string_view name);

}  // namespace assay::conformance
