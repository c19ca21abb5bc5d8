#pragma once

#include <string>
#include <vector>

#include "specs/loader.h"

namespace assay::conformance {

/// What is wrong with an example of a spec, a sentence each: its case cannot be read or is not
/// valid, or the operator's oracle does not permit an answer that the example gives. Empty where
/// all is right. Without an oracle, answers are not looked at. The catalogue must have the spec.
std::vector<std::string> faults_of(const specs::Example& example, const specs::Spec& spec,
                                   const specs::Catalogue& catalogue);

}  // namespace assay::conformance
