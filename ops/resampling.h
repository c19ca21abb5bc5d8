#pragma once

#include <cstdint>
#include <vector>

#include "ops/permitted.h"

namespace assay::ops {

/// Where an element of the output lies along one dimension of the input: at `exact`, which
/// arithmetic of FLOAT32 may move to any place in low..high. Infinite ends say that nothing is
/// known.
struct SourceCoordinate {
  double low, high, exact;
};

/// (at − output offset) / scale − input offset. The difference and the quotient are rounded once
/// each; a quotient that is a FLOAT32 is exact.
SourceCoordinate source_of(std::int64_t at, float output_offset, float scale, float input_offset,
                           bool flush);

/// The elements of the input, first..last, that may be the nearest along one dimension.
struct NearestElements {
  std::int64_t first, last;
};
/// By dimension and by coordinate of the output.
template <class T>
using AlongDimensions = std::vector<std::vector<T>>;

/// Permits OutputTensor to hold copies of elements of InputTensor.
void permit_nearest(const Problem& problem, const AlongDimensions<NearestElements>& elements,
                    Permitted& permitted);

/// Permits OutputTensor to hold what linear interpolation of InputTensor gives; coordinates beyond
/// its ends are brought back to them. Where an element that takes part is no finite number, or
/// nothing is known of a coordinate, anything is permitted. An integer may be rounded up or down.
void permit_linear(const Problem& problem, const AlongDimensions<SourceCoordinate>& coordinates,
                   const FloatModel& model, Permitted& permitted);

}  // namespace assay::ops
