#pragma once

#include <string>
#include <vector>

#include "specs/case.h"

namespace assay::conformance {

/// What an engineer needs to compute a small case by hand, as lines: the elements of its inputs and
/// the values of its other members, and where an input holds the wrong value that came. `tensor`
/// and `came` are those of its WrongElement. Of a long input the first elements are told. Nothing
/// for a case with more than 4,096 elements.
std::vector<std::string> inputs_text(const specs::Case& c, const std::string& tensor,
                                     const std::string& came);

}  // namespace assay::conformance
