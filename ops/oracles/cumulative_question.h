#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "ops/oracles/question.h"

// The tests of cumulative_summation share these helpers.
namespace assay::ops {

using Eigen::half;
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

inline Question cumulative(DataType type, List sizes, Bytes data, std::int64_t axis,
                           bool decreasing = false, bool exclusive = false) {
  Question q("cumulative_summation");
  q.input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", type, sizes)
      .value("Axis", axis)
      .value("AxisDirection", decreasing, Kind::Enum)
      .value("HasExclusiveSum", exclusive, Kind::Bool);
  return q;
}

/// The answers that are permitted for a row of FLOAT32 or FLOAT16 values. FLOAT16 may be added up
/// in FLOAT16, unless the model says otherwise.
inline PermittedTensor row(std::vector<float> values, bool flush = false) {
  const auto n = static_cast<std::int64_t>(values.size());
  return cumulative(DataType::FLOAT32, {n}, packed(values), 0).permitted({flush});
}
inline PermittedTensor half_row(const std::vector<float>& values,
                                const FloatModel& model = {.profile = Profile::Free}) {
  std::vector<half> halves(values.begin(), values.end());
  return cumulative(DataType::FLOAT16, {static_cast<std::int64_t>(values.size())}, packed(halves),
                    0)
      .permitted(model);
}
inline bool permits_value(const PermittedTensor& p, std::uint64_t i, float value) {
  return permits(p, i,
                 p.type == DataType::FLOAT32
                     ? std::bit_cast<std::uint32_t>(value)
                     : Eigen::numext::bit_cast<std::uint16_t>(static_cast<half>(value)));
}

}  // namespace assay::ops
