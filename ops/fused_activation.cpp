// An activation is evaluated like an operator of a family, on what the operator around it computes.
// A set that has both signs is taken in parts, since most formulas choose by the sign.
#include "ops/fused_activation.h"

#include "ops/arithmetic/formula_real.h"

namespace assay::ops {
namespace {

const Formula& formula_of(const Problem& problem) {
  const Activation& activation = *problem.descriptor.signature->activation;
  const std::int64_t type = problem.descriptor.values[activation.type_place][0];
  return *activation.formulas[static_cast<std::size_t>(type)];
}

}  // namespace

bool is_fused(const Problem& problem) {
  const auto& activation = problem.descriptor.signature->activation;
  return activation && problem.descriptor.values[activation->struct_place][0] != 0;
}

FusedActivation::FusedActivation(const Problem& problem, const FloatModel& model)
    : formula_(formula_of(problem)),
      evaluate_(formula_, model.flush32 ? Denormals::MayBeFlushed : Denormals::Kept),
      variables_(1),
      reals_(1) {
  const Signature& signature = *problem.descriptor.signature;
  for (const std::size_t parameter : signature.activation->parameters) {
    const float value = problem.number(signature.members[parameter].name);
    variables_.push_back(Interval::of(value));
    reals_.push_back(value);
  }
}

Interval FusedActivation::of(const Interval& x) {
  Interval all;
  each_piece(x, [&](const Piece& piece) {
    variables_[0] = piece.is_point() || piece.is_nan() ? Interval::of(piece.low)
                                                       : Interval::from_to(piece.low, piece.high);
    all.add(evaluate_(variables_).value);
  });
  return all;
}

double FusedActivation::of(double x) {
  reals_[0] = x;
  return real_value(formula_, reals_);
}

}  // namespace assay::ops
