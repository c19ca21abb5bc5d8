// The variables of a formula are the members of the signature, in their order: of an input the
// element at the position, of any other member its value.
//
// The bound of a formula of floats:
// 1. FLOAT16 is exact in FLOAT32, in which all is computed. So each operand is one value, or that
//    and zero where denormals may be flushed.
// 2. Each node of the formula gives a set that holds every value that a conforming device may
//    compute of any operands in its operands' sets: sums, products and fma are rounded correctly,
//    and a built-in function is within the ULP that its row in ops/arithmetic/builtins.cpp has.
// 3. A function that is monotone over a set attains its range at the ends; elsewhere its row names
//    the turning points. So sets follow from sets, and the last one holds every permitted answer.
// 4. A product that is added to something is in the set rounded and not rounded, as FP_CONTRACT has
//    it. No error is bounded relative to the result, so that cancellation needs no thought.
// 5. FLOAT16 is rounded once more, to nearest, which is monotone. The correctly rounded value of
//    the whole formula is permitted as well (permits_real_value).
// 6. Doubles hold the operands exactly, OpenCL rounds their sums, products and quotients, and a
//    product that is added to something is one of two floats, so that it is exact. So a kernel that
//    computes with doubles gives the value of 5, off by what its built-in functions are: some ULP
//    of doubles. NaN is permitted where 5 has no value.
// 7. A kernel that computes with halves has the sets of 2 to 4 with the limits of `half`, and each
//    step may also be rounded to FLOAT16; 5 holds. A FLOAT member is a half from the beginning.
//
// Integers wrap; a FLOAT member that is no integer of the type permits anything.
#include "ops/elementwise.h"

#include <algorithm>
#include <cmath>

#include "ops/arithmetic/formula_integers.h"
#include "ops/arithmetic/formula_intervals.h"
#include "ops/arithmetic/formula_real.h"
#include "ops/arithmetic/half_rounding.h"
#include "ops/float_types.h"
#include "ops/interval_writer.h"

namespace assay::ops {
namespace {

const Member& output_of(const Signature& signature) {
  return *std::find_if(signature.members.begin(), signature.members.end(),
                       [](const Member& m) { return m.kind == Kind::Output; });
}

/// The inputs that have a name in formulas, by their number among the members.
std::vector<std::size_t> inputs_of(const Signature& signature) {
  std::vector<std::size_t> inputs;
  for (std::size_t i = 0; i < signature.members.size(); ++i)
    if (!signature.members[i].variable.empty()) inputs.push_back(i);
  return inputs;
}

/// The value of a member that is no tensor, for floats.
float float_of(const Problem& problem, const Member& m) {
  if (m.kind == Kind::Float) return problem.number(m.name);
  if (m.kind != Kind::Scalar) return static_cast<float>(problem.value(m.name));
  const DataType type = *value_type(m, problem.descriptor);
  Bytes bytes(size_of(type));
  set_bits(type, bytes, 0, problem.bits(m.name));
  return static_cast<float>(float_at(type, bytes, 0));
}

void compute_floats(const Formula& formula, const Problem& problem, const FloatModel& model,
                    DataType type, PermittedTensor& output) {
  const Signature& signature = *problem.descriptor.signature;
  const bool in_half = model.in_half && type == DataType::FLOAT16;
  const float smallest_normal = static_cast<float>((in_half ? kFloat16 : kFloat32).smallest_normal);
  const bool flush_steps = in_half ? model.flush16 : model.flush32;
  // vload_half keeps denormals.
  const bool flush_inputs = flush_steps && (in_half || type == DataType::FLOAT32);
  OverIntervals evaluate(formula, flush_steps ? Denormals::MayBeFlushed : Denormals::Kept,
                         in_half ? Precision::Half : Precision::Single);
  const std::vector<std::size_t> inputs = inputs_of(signature);
  std::vector<Interval> variables(signature.members.size());
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const Member& m = signature.members[k];
    if (is_tensor(m.kind) || is_array(m.kind)) continue;
    variables[k] = Interval::of(float_of(problem, m));
    if (model.flush32) variables[k] = flushed(variables[k]);
    if (!in_half) continue;
    variables[k] = rounded_to_half(variables[k]);
    if (flush_steps) variables[k] = flushed(variables[k], smallest_normal);
  }
  const bool has_reals = permits_real_value(formula, output.type == DataType::FLOAT16);
  const bool has_calls = std::ranges::any_of(
      formula.nodes(), [](const Formula::Node& node) { return node.op == Formula::Op::Call; });
  static const Builtin* const pow = builtin_named("pow");
  const bool has_power = std::ranges::any_of(
      formula.nodes(), [](const Formula::Node& node) { return node.builtin == pow; });
  std::vector<double> reals(variables.size());
  for (std::size_t k = 0; k < reals.size(); ++k)
    if (const Member& m = signature.members[k]; !is_tensor(m.kind) && !is_array(m.kind))
      reals[k] = in_half ? to_half(float_of(problem, m)) : float_of(problem, m);
  const bool to_floats = is_float(output.type);
  output.zeros_equal = to_floats;
  std::optional<IntervalWriter> writer;
  if (to_floats) writer.emplace(output, problem, model);
  if (!to_floats) output.alternatives = {0, 1};
  const std::uint64_t size = output.size();
  for (std::uint64_t i = 0; i < size; ++i) {
    for (const std::size_t k : inputs) {
      const auto value =
          static_cast<float>(float_at(type, problem.data[signature.members[k].place], i));
      variables[k] = Interval::of(value);
      if (flush_inputs) variables[k] = flushed(variables[k], smallest_normal);
      reals[k] = value;
    }
    const FormulaValue& result = evaluate(variables);
    if (to_floats) {
      Interval permitted = result.value;
      // OpenCL asks for no support of signalling NaNs: where a quiet one gives 1, they may give
      // NaN.
      if (has_power && std::ranges::any_of(inputs, [&](std::size_t k) {
            return is_signalling_nan(type, problem.data[signature.members[k].place], i);
          }))
        permitted.add(Interval::nan());
      if (!has_reals) {
        writer->write(i, permitted);
        continue;
      }
      // Doubles give NaN where rounding has brought an argument into a function's domain.
      const double exact = real_value(formula, reals);
      const bool is_off = has_calls && !std::isnan(exact) &&
                          writer->rounds_apart(off_by(exact, kSlackOfDoubles)) &&
                          hangs_on_functions(formula, reals);
      writer->write(i, permitted, off_by(exact, is_off ? kSlackOfDoubles : 0));
    } else {
      set_bits(output.type, output.bytes, i, result.truth.may_hold);
      if (result.truth.may_hold && result.truth.may_fail) output.one_of.push_back({i, 0, 2});
    }
  }
}

/// A float as an integer of a type; nothing if it is none. What a FLOAT member then does to
/// integers is documented nowhere.
std::optional<std::int64_t> whole_number(float x, IntegerType type) {
  const float end = std::ldexp(1.f, type.bits - type.is_signed);
  if (!(x >= (type.is_signed ? -end : 0) && x < end) || x != std::trunc(x)) return std::nullopt;
  return type.is_signed ? static_cast<std::int64_t>(x)
                        : static_cast<std::int64_t>(static_cast<std::uint64_t>(x));
}

/// Permits anything everywhere.
void add_all(PermittedTensor& output) { output.any.push_back({0, output.size()}); }

/// Appends a position at which anything is permitted.
void add_any(PermittedTensor& output, std::uint64_t i) {
  if (!output.any.empty() && output.any.back().to == i)
    ++output.any.back().to;
  else
    output.any.push_back({i, i + 1});
}

void compute_integers(const Formula& formula, const Problem& problem, DataType type,
                      IntegerType integers, PermittedTensor& output) {
  const Signature& signature = *problem.descriptor.signature;
  const std::vector<std::size_t> inputs = inputs_of(signature);
  std::vector<std::int64_t> variables(signature.members.size());
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const Member& m = signature.members[k];
    if (is_tensor(m.kind) || is_array(m.kind)) continue;
    if (m.kind == Kind::Scalar)
      variables[k] = static_cast<std::int64_t>(problem.bits(m.name));
    else if (m.kind != Kind::Float)
      variables[k] = problem.value(m.name);
    else if (const auto whole = whole_number(problem.number(m.name), integers))
      variables[k] = *whole;
    else if (m.within == Member::kNowhere)
      return add_all(output);
  }
  const std::uint64_t size = output.size();
  for (std::uint64_t i = 0; i < size; ++i) {
    for (const std::size_t k : inputs)
      variables[k] =
          static_cast<std::int64_t>(bits_at(type, problem.data[signature.members[k].place], i));
    if (const auto value = evaluate(formula, variables, integers))
      set_bits(output.type, output.bytes, i, static_cast<std::uint64_t>(*value));
    else
      add_any(output, i);
  }
}

/// How it acts on integers is documented nowhere, so a struct ScaleBias may then do anything but
/// leave x as it is.
bool scales_integers(const Problem& problem) {
  return problem.descriptor.signature->find("ScaleBias") && problem.present("ScaleBias") &&
         !(problem.number("ScaleBias.Scale") == 1 && problem.number("ScaleBias.Bias") == 0);
}

int bits_of(DataType type) { return static_cast<int>(8 * size_of(type)); }

}  // namespace

void compute_each(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const Signature& signature = *problem.descriptor.signature;
  PermittedTensor& output = permitted.tensors[output_of(signature).place];
  const Member& first = signature.members[inputs_of(signature).front()];
  const DataType type = problem.descriptor.tensors[first.place].type;
  const Formula& formula = *signature.formula_for(type);
  if (is_float(type) && type != DataType::FLOAT64)
    return compute_floats(formula, problem, model, type, output);
  if (scales_integers(problem)) return add_all(output);
  compute_integers(formula, problem, type, {bits_of(type), is_signed(type)}, output);
}

void compute_each_on_bits(const Problem& problem, const FloatModel&, Permitted& permitted) {
  const Signature& signature = *problem.descriptor.signature;
  const Member& first = signature.members[inputs_of(signature).front()];
  const DataType type = problem.descriptor.tensors[first.place].type;
  compute_integers(*signature.formula, problem, type, {bits_of(type), false},
                   permitted.tensors[output_of(signature).place]);
}

}  // namespace assay::ops
