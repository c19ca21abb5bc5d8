#pragma once

#include <cmath>
#include <vector>

#include "ops/arithmetic/formula_intervals.h"
#include "ops/arithmetic/formula_real.h"
#include "ops/interval_writer.h"

namespace assay::ops {

/// Permits at each position what a formula of floats may give there. Its operands are values of
/// FLOAT32 or FLOAT16, which a device that flushes denormals may take for zeros.
class FormulaWriter {
 public:
  FormulaWriter(const Formula& formula, const FloatModel& model, PermittedTensor& output)
      : formula_(formula),
        flush_(model.flush32),
        has_reals_(permits_real_value(formula, output.type == DataType::FLOAT16)),
        evaluate_(formula, flush_ ? Denormals::MayBeFlushed : Denormals::Kept),
        writer_(output),
        operands_(formula.names().size()) {
    output.zeros_equal = true;
  }

  void write(std::uint64_t i, std::span<const double> values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      operands_[k] = Interval::of(static_cast<float>(values[k]));
      if (flush_) operands_[k] = flushed(operands_[k]);
    }
    const Interval set = evaluate_(operands_).value;
    writer_.write(i, set, has_reals_ ? real_value(formula_, values) : NAN);
  }

 private:
  const Formula& formula_;
  bool flush_;
  bool has_reals_;
  OverIntervals evaluate_;
  IntervalWriter writer_;
  std::vector<Interval> operands_;
};

}  // namespace assay::ops
