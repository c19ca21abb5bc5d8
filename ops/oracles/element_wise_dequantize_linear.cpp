// output = (input − zero point) * scale
//
// The bound:
// 1. The element, the zero point and their difference d are integers of at most 2^24 in magnitude,
//    which FLOAT32 holds. So d is exact, in integers and in FLOAT32 alike.
// 2. Where one of them is larger, an integer may wrap and a FLOAT32 may be rounded, in any order;
//    anything is permitted.
// 3. The scale is a FLOAT32, or a FLOAT16, which is exact in FLOAT32. So d * scale is one
// operation,
//    and the OpenCL C specification has it rounded correctly: fl(d * scale) alone is permitted.
// 4. FLOAT16 is rounded once more, to nearest. fl16(d * scale) of the exact product, which differs
//    where fl(d * scale) falls on a tie of FLOAT16, is permitted as well.
// 5. Denormal scales and products may become zeros where the device flushes them.
// 6. A scale of 0 permits anything, and so does one that a device may take for 0.
#include <array>
#include <cmath>

#include "ops/formula_writer.h"

namespace assay::ops::oracles {

void element_wise_dequantize_linear(const Problem& problem, const FloatModel& model,
                                    Permitted& permitted) {
  static const std::array<std::string, 2> kNames{"difference", "scale"};
  static const Formula kFormula = Formula::parse("difference * scale", kNames);
  // FLOAT32 holds all integers up to this one.
  constexpr std::int64_t kMost = 1 << 24;
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const DataType type = problem.tensor("InputTensor").type;
  const Bytes &data = problem.input("InputTensor"), &scales = problem.input("ScaleTensor");
  FormulaWriter writer(kFormula, model, output);
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const std::int64_t x = integer_at(type, data, i);
    const std::int64_t zero = problem.present("ZeroPointTensor")
                                  ? integer_at(type, problem.input("ZeroPointTensor"), i)
                                  : 0;
    const double scale = float_at(output.type, scales, i);
    writer.write(i, std::array{static_cast<double>(x - zero), scale});
    const Interval of_scale = Interval::of(static_cast<float>(scale));
    const Interval taken = model.flush32 ? flushed(of_scale) : of_scale;
    if ((taken.flags & Interval::kZeros) || std::abs(x) > kMost || std::abs(zero) > kMost ||
        std::abs(x - zero) > kMost)
      permit_anything(output, i);
  }
}

}  // namespace assay::ops::oracles
