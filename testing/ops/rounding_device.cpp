#include "testing/ops/rounding_device.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/half_rounding.h"

namespace assay::ops::testing {

using Op = Formula::Op;

float RoundingDevice::run(float x, float y) {
  x_ = operand(x);
  y_ = operand(y);
  return value(formula_.nodes().size() - 1);
}

/// A denormal may become a zero of any sign.
float RoundingDevice::operand(float x) {
  const float least = precision_ == Precision::Half ? 0x1p-14f : 0x1p-126f;
  if (!flush_ || x == 0 || !(std::abs(x) < least) || random_() % 2) return x;
  return random_() % 2 ? 0.f : -0.f;
}

float RoundingDevice::rounded(double x) {
  if (precision_ == Precision::Half && random_() % 4) return to_half(x);
  return static_cast<float>(x);
}

float RoundingDevice::called(const Builtin& f, float a, float b) {
  const double exact = f.unary ? f.unary(a) : f.binary(a, b);
  const bool is_half = precision_ == Precision::Half;
  const float nearest = is_half ? to_half(exact) : static_cast<float>(exact);
  const Interval limits = evaluate(f, Interval::of(a), Interval::of(b), precision_);
  if (limits.is_point() || limits.flags) return nearest;
  // Any value that is within the limit, found without the interval's ends.
  const int steps = static_cast<int>(random_() % 40) - 20;
  const float y = is_half ? half_of_key(half_key_of(nearest) + steps / 4)
                          : float_of_key(key_of(nearest) + steps);
  const double limit = is_half ? f.half_limit : f.limit;
  return ulps_between(y, exact, precision_) <= limit * (1 - 0x1p-20) ? y : nearest;
}

float RoundingDevice::sum(const Node& n) {
  const bool minus = n.op == Op::Subtract;
  const Node &l = node(n.operands[0]), &r = node(n.operands[1]);
  const auto at = [&](const Node& product, int k) { return value(product.operands[k]); };
  const auto fused = [&](float a, float b, float c) {
    // A product of two halves is exact in a double, and nearly all of such sums are.
    return precision_ == Precision::Half ? rounded(static_cast<double>(a) * b + c)
                                         : std::fma(a, b, c);
  };
  switch (random_() % 3) {
    case 0:
      if (l.op == Op::Multiply) {
        const float b = value(n.operands[1]);
        return fused(at(l, 0), at(l, 1), minus ? -b : b);
      }
      break;
    case 1:
      if (r.op == Op::Multiply) {
        const float a = at(r, 0);
        return fused(minus ? -a : a, at(r, 1), value(n.operands[0]));
      }
      break;
  }
  const float a = value(n.operands[0]), b = value(n.operands[1]);
  return rounded(minus ? a - b : a + b);
}

bool RoundingDevice::holds(const Node& n) {
  const float a = value(n.operands[0]), b = value(n.operands[1]);
  return n.op == Op::Less ? a < b : n.op == Op::GreaterEqual ? a >= b : a == b;
}

float RoundingDevice::value(std::size_t i) {
  return operand(static_cast<float>(computed(node(i))));
}

double RoundingDevice::computed(const Node& n) {
  const auto at = [&](int k) { return value(n.operands[k]); };
  switch (n.op) {
    case Op::Variable:
      return n.variable ? y_ : x_;
    case Op::Number:
      return precision_ == Precision::Half ? to_half(static_cast<float>(n.number))
                                           : static_cast<float>(n.number);
    case Op::Call:
      return called(*n.builtin, at(0), n.count > 1 ? at(1) : 0);
    case Op::Negate:
      return -at(0);
    case Op::Add:
    case Op::Subtract:
      return sum(n);
    case Op::Multiply:
      return rounded(at(0) * at(1));
    case Op::Divide:
      return called(*builtin_named("divide"), at(0), at(1));
    case Op::Choose:
      return holds(node(n.operands[0])) ? at(1) : at(2);
    case Op::Abs:
      return std::abs(at(0));
    case Op::Max:
      return std::fmax(at(0), at(1));
    case Op::Min:
      return std::fmin(at(0), at(1));
    case Op::Floor:
      return std::floor(at(0));
    default:
      ADD_FAILURE() << "the device lacks an operation";
      return 0;
  }
}

std::string random_formula(std::mt19937& random, int depth) {
  const auto part = [&] { return random_formula(random, depth - 1); };
  if (depth == 0) {
    static const char* const kLeaves[] = {"x", "y", "x", "0.5", "2", "-x", "1", "0.7"};
    return kLeaves[random() % std::size(kLeaves)];
  }
  switch (random() % 11) {
    case 0:
      return "(" + part() + " + " + part() + ")";
    case 1:
      return "(" + part() + " - " + part() + ")";
    case 2:
      return "(" + part() + " * " + part() + ")";
    case 3:
      return "(" + part() + " / " + part() + ")";
    case 4:
      return "max(" + part() + ", " + part() + ")";
    case 5:
      return "min(" + part() + ", abs(" + part() + "))";
    case 6:
      return "(" + part() + " >= " + part() + " ? " + part() + " : " + part() + ")";
    case 7:
      return "floor(" + part() + ")";
    case 8:
      return "(" + part() + " * " + part() + " + " + part() + ")";
    default: {
      const auto all = all_builtins();
      const Builtin& f = all[random() % all.size()];
      if (f.name == "divide") return part();
      return std::string(f.name) + "(" + part() + (f.binary ? ", " + part() : "") + ")";
    }
  }
}

float random_float(std::mt19937& random, Precision precision) {
  static const float kSpecial[] = {0.f,       -0.f,      1.f,  -1.f, HUGE_VALF, -HUGE_VALF,
                                   NAN,       0x1p-149f, 2.f,  0.5f, 0x1p-126f, -0x1p-127f,
                                   3.402e38f, -1e-40f,   88.f, 1e30f};
  if (precision == Precision::Half) {
    if (random() % 3 == 0)
      return half_of_key(static_cast<std::int32_t>(random() % 0xf802) - 0x7c01);
    return to_half(random_float(random));
  }
  if (random() % 3 == 0) return kSpecial[random() % std::size(kSpecial)];
  if (random() % 4 == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  return std::ldexp(static_cast<float>(random()) * 0x1p-31f - 1,
                    static_cast<int>(random() % 12) - 5);
}

}  // namespace assay::ops::testing
