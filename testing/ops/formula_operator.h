#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/elementwise.h"
#include "ops/float_types.h"

/// Operators of a formula, for the tests of the families' oracle.
namespace assay::ops::testing {

using half = Eigen::half;

/// An operator of the family of two inputs, x and y, and a member Alpha.
struct Operator {
  /// Its formula is over floats, or over integers.
  explicit Operator(std::string_view text, bool of_integers = false) {
    signature.operator_name = "test";
    signature.family = "binary";
    for (const char* name : {"x", "y"})
      signature.add(std::string(name) + "Tensor", Kind::Input).variable = name;
    signature.add("OutputTensor", Kind::Output);
    signature.add("Alpha", Kind::Float);
    const std::vector<std::string> names{"x", "y", "OutputTensor", "Alpha"};
    auto& formula = of_integers ? signature.integer_formula : signature.formula;
    formula = std::make_shared<const Formula>(Formula::parse(text, names));
  }

  /// What is permitted where the inputs have these elements.
  PermittedTensor permitted(DataType type, const Bytes& x, const Bytes& y,
                            std::optional<DataType> output = {}, FloatModel model = {}) const {
    Problem problem{Descriptor(signature), {}};
    for (TensorDesc& t : problem.descriptor.tensors) {
      t.type = type;
      t.sizes = {static_cast<std::int64_t>(x.size() / size_of(type))};
    }
    problem.descriptor.tensors[2].type = output.value_or(type);
    problem.descriptor.values[0][0] = std::bit_cast<std::uint32_t>(alpha);
    problem.data.push_back(x);
    problem.data.push_back(y);
    problem.data.push_back({});
    Permitted all;
    ask(compute_each, problem, model, all);
    return all.tensors[2];
  }

  Signature signature;
  /// The member Alpha.
  float alpha = 0;
};

/// The bytes of elements.
template <class T>
Bytes bytes_of(std::vector<T> values) {
  Bytes bytes(values.size() * sizeof(T));
  std::copy(values.begin(), values.end(), view<T>(bytes).begin());
  return bytes;
}

/// The bits of a float or a half.
template <class T>
std::uint64_t pattern(T value) {
  return bits_at(sizeof(T) == 2 ? DataType::FLOAT16 : DataType::FLOAT32, bytes_of<T>({value}), 0);
}

}  // namespace assay::ops::testing
