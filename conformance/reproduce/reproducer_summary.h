#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/verdict/verdict.h"

/// Writes what a reproducer tells people about its failure.
namespace assay::conformance {

/// The comment at the top of the C program.
std::string head_part(const ReproducerBatch& batch, const Judgement& judgement);

/// The page for a bug tracker, as Markdown.
std::string readme(const ReproducerBatch& batch, const Judgement& judgement);

}  // namespace assay::conformance
