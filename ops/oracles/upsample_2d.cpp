// Element `at` of the output lies at (at + 0.5) / scale − 0.5 of the input, along the last two
// dimensions. Since scales are whole numbers, the nearest element is at / scale.
#include "ops/resampling.h"

namespace assay::ops::oracles {

void upsample_2d(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const List& outputs = problem.tensor("OutputTensor").sizes;
  const std::size_t rank = outputs.size();
  AlongDimensions<NearestElements> elements(rank);
  AlongDimensions<SourceCoordinate> coordinates(rank);
  for (std::size_t d = 0; d < rank; ++d) {
    const std::int64_t scale = d + 1 == rank   ? problem.value("ScaleSize.Width")
                               : d + 2 == rank ? problem.value("ScaleSize.Height")
                                               : 1;
    for (std::int64_t at = 0; at < outputs[d]; ++at) {
      elements[d].push_back({at / scale, at / scale});
      coordinates[d].push_back(
          source_of(at, -0.5f, static_cast<float>(scale), 0.5f, model.flush32));
    }
  }
  if (problem.is("InterpolationMode", "LINEAR"))
    permit_linear(problem, coordinates, model, permitted);
  else
    permit_nearest(problem, elements, permitted);
}

}  // namespace assay::ops::oracles
