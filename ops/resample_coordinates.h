#pragma once

#include <algorithm>
#include <cmath>

#include "ops/resampling.h"

namespace assay::ops {

/// What the RESAMPLE operators say of one dimension.
struct ResampleAxis {
  float scale, input_offset, output_offset;
};

/// Permits the OutputTensor of a RESAMPLE operator. round(x) gives the element that is nearest to a
/// coordinate of the input as a whole number, for doubles and for floats.
template <class Round>
void permit_resampled(const Problem& problem, const std::vector<ResampleAxis>& axes,
                      const FloatModel& model, const Round& round, Permitted& permitted) {
  const List& inputs = problem.tensor("InputTensor").sizes;
  const List& outputs = problem.tensor("OutputTensor").sizes;
  AlongDimensions<SourceCoordinate> coordinates(axes.size());
  for (std::size_t d = 0; d < axes.size(); ++d)
    for (std::int64_t at = 0; at < outputs[d]; ++at)
      coordinates[d].push_back(
          source_of(at, axes[d].output_offset, axes[d].scale, axes[d].input_offset, model.flush32));
  if (problem.is("InterpolationMode", "LINEAR"))
    return permit_linear(problem, coordinates, model, permitted);
  AlongDimensions<NearestElements> elements(axes.size());
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const auto end = static_cast<double>(inputs[d] - 1);
    const auto element = [&](double x) {
      return static_cast<std::int64_t>(std::clamp(x, 0., end));
    };
    for (const SourceCoordinate& x : coordinates[d])
      elements[d].push_back(
          {element(std::min<double>(round(x.low), round(static_cast<float>(x.low)))),
           element(std::max<double>(round(x.high), round(static_cast<float>(x.high))))});
  }
  permit_nearest(problem, elements, permitted);
}

/// The element whose centre is nearest to a coordinate; of two the greater.
struct RoundedHalfUp {
  template <class Float>
  Float operator()(Float x) const {
    return std::floor(x + Float(0.5));
  }
};

/// The three arrays of RESAMPLE1 and RESAMPLE2.
inline std::vector<ResampleAxis> resample_axes(const Problem& problem) {
  const auto scales = problem.numbers("Scales"), inputs = problem.numbers("InputPixelOffsets"),
             outputs = problem.numbers("OutputPixelOffsets");
  std::vector<ResampleAxis> axes;
  for (std::size_t d = 0; d < scales.size(); ++d)
    axes.push_back({scales[d], inputs[d], outputs[d]});
  return axes;
}

}  // namespace assay::ops
