#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/run/reproduction.h"
#include "conformance/verdict/verdict.h"

/// Writes what a reproducer tells people about its failure.
namespace assay::conformance {

/// The comment at the top of the C program. `words` stand in the command by which assay runs the
/// same cases.
std::string head_part(const ReproducerBatch& batch, const Judgement& judgement,
                      const CommandWords& words);

/// The page for a bug tracker, as Markdown, with the same command.
std::string readme(const ReproducerBatch& batch, const Judgement& judgement,
                   const CommandWords& words);

}  // namespace assay::conformance
