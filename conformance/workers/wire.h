#pragma once

#include "conformance/plan/batch_result.h"
#include "conformance/plan/campaign_options.h"
#include "conformance/workers/channel.h"
#include "specs/loader.h"

namespace assay::conformance {

/// The error that a worker tells in place of a result. Empty if it tells none.
std::string error_of(const Message& message);

/// What a worker needs to know of a campaign to draw its batches.
specs::Json options_to_json(const CampaignOptions& options);
CampaignOptions options_from_json(const specs::Json& json, const specs::Catalogue& catalogue);

/// A finished batch, on its way from worker to parent.
Message encode(const BatchResult& result);
BatchResult decode_batch(const Message& message, const specs::Catalogue& catalogue);

/// Cases to be run together. Cases from case files are sent with their data.
specs::Json cases_to_json(std::span<const specs::Case> cases);
std::vector<specs::Case> cases_from_json(const specs::Json& json,
                                         const specs::Catalogue& catalogue);
/// A case from a case file, with its expected answer, as cases_from_json() reads cases.
specs::Json case_with_answer_to_json(const specs::Case& c);

specs::Json route_to_json(const Route& route);
Route route_from_json(const specs::Json& json);

}  // namespace assay::conformance
