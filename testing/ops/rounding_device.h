#pragma once

#include <random>
#include <string>

#include "ops/arithmetic/formula.h"

/// Devices for the tests of formulas, and what they compute.
namespace assay::ops::testing {

/// A device that rounds as it likes within the limits of a precision: of functions any result
/// within its limit, of products to which something is added both readings, of denormals zeros
/// where it flushes. With half precision a step may be rounded to FLOAT16 or not.
class RoundingDevice {
 public:
  /// The formula and `random` must outlive this.
  RoundingDevice(const Formula& formula, std::mt19937& random, bool flush,
                 Precision precision = Precision::Single)
      : formula_(formula), random_(random), flush_(flush), precision_(precision) {}

  /// What the formula, whose variables are x and y, comes out as.
  float run(float x, float y);

 private:
  using Node = Formula::Node;

  const Node& node(std::size_t i) const { return formula_.nodes()[i]; }
  float operand(float x);
  float rounded(double x);
  float called(const Builtin& f, float a, float b);
  float sum(const Node& n);
  bool holds(const Node& n);
  float value(std::size_t i);
  double computed(const Node& n);

  const Formula& formula_;
  std::mt19937& random_;
  bool flush_;
  Precision precision_;
  float x_ = 0, y_ = 0;
};

/// The text of a random formula of x and y.
std::string random_formula(std::mt19937& random, int depth);

/// A random number, special ones among them. With half precision it is a FLOAT16.
float random_float(std::mt19937& random, Precision precision = Precision::Single);

}  // namespace assay::ops::testing
