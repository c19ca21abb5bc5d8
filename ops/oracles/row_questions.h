#pragma once

#include <string>
#include <utility>

#include "ops/oracles/question.h"

/// Problems that tests of several kinds of arithmetic ask of a row of elements.
namespace assay::ops {

/// An operator that pools a row of `width` elements in one place, with padding behind them.
inline Question pooled_row(const std::string& name, DataType type, std::int64_t width, Bytes data,
                           std::int64_t padding = 0) {
  Question q(name);
  q.input("InputTensor", type, {1, 1, 1, width}, std::move(data))
      .output("OutputTensor", type, {1, 1, 1, 1})
      .value("DimensionCount", 2)
      .array("Strides", {1, 1})
      .array("WindowSize", {1, width + padding})
      .array("StartPadding", {0, 0})
      .array("EndPadding", {0, padding});
  return q;
}

inline Question lrn_question(DataType type, const List& sizes, Bytes data, bool across,
                             std::int64_t size, float alpha, float beta, float bias) {
  Question q("local_response_normalization");
  q.input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", type, sizes)
      .value("CrossChannel", across, Kind::Bool)
      .value("LocalSize", size)
      .number("Alpha", alpha)
      .number("Beta", beta)
      .number("Bias", bias);
  return q;
}

}  // namespace assay::ops
