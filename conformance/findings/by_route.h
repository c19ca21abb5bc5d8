#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/findings/separate.h"

namespace assay::conformance {

/// How a failing example of the run failed; empty for a fresh one.
using FailureOf = std::function<std::string(std::size_t example)>;

/// Groups those separations anew whose properties are all values of fields of routes. Such values
/// mean the same for every operator, so that there is one separation for the same values, of all
/// operators together. Values of a field are of one separation if about as many of their cases fail
/// in each way; else each is taken for a fault of its own, although one operator showed both.
std::vector<Separation> grouped_by_route(std::vector<Separation> separations,
                                         const std::vector<Example>& examples,
                                         Properties& properties, const FailureOf& failure_of);

}  // namespace assay::conformance
