#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "opencl/launch/launch.h"
#include "ops/problem.h"

/// Helpers for this room's tests: signatures, tensors, small problems, the device.
namespace assay::opencl::testing {

/// The device that the tests run on: the one that ASSAY_TEST_DEVICE names, else the first. It is
/// opened once, and has a PoCL cache of its own.
const Device& test_device();
/// A launcher on that device, which all tests share, so that programs are built only once.
Launcher& test_launcher();

/// The signature of an operator that has a spec.
const ops::Signature& signature_of(std::string_view operator_name);
struct TypedOperator {
  const ops::Signature* signature;
  /// The data types, by tensor place.
  std::vector<ops::DataType> types;
};

/// The operators that some_specs() chooses for a test over all operators
/// (testing/specs/some_specs.h). Each has data types that a case may have: UINT32 for every tensor
/// if the operator permits that.
std::vector<TypedOperator> some_operators();

/// The data types of an operator that one of its variants takes: those of `o` if it does, else
/// those of some case; none if it takes those of no case.
std::vector<ops::DataType> types_taken(const TypedOperator& o, const Variant& variant);

/// The operator `copy`: InputTensor, OutputTensor, an Axis, a Mode {FIRST, SECOND}, a list A of
/// UINTs, a list B of INTs, an INT C.
const ops::Signature& copy_signature();
/// A case of `copy`: `count` UINT8 elements, each of which differs from its neighbours. `alignment`
/// is the GuaranteedBaseOffsetAlignment of both tensors.
ops::Problem copy_problem(std::int64_t count, std::uint32_t alignment = 0);

ops::TensorDesc packed(ops::DataType type, ops::List sizes);
ops::TensorDesc strided(ops::DataType type, ops::List sizes, ops::List strides);

template <class T>
ops::Bytes bytes_of(const std::vector<T>& values) {
  ops::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Calls `check(DataType, std::vector<T>)` for the unsigned integers of each width. The 65,536
/// values have all patterns of their lowest 16 bits, and other bits above them.
template <class Check>
void with_values_of_each_width(Check check) {
  const auto with = [&]<class T>(ops::DataType type, T) {
    std::vector<T> values;
    for (std::uint64_t k = 0; k < 65536; ++k)
      values.push_back(static_cast<T>(k * 0x7fff5aa500010001));
    check(type, values);
  };
  with(ops::DataType::UINT8, std::uint8_t{});
  with(ops::DataType::UINT16, std::uint16_t{});
  with(ops::DataType::UINT32, std::uint32_t{});
  with(ops::DataType::UINT64, std::uint64_t{});
}

/// A problem whose tensors and values are still to be set. Tensors are named as
/// Signature::tensor_name() names them: `InputTensors[1]`.
ops::Problem problem_of(const ops::Signature& signature);
void set_input(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor,
               ops::Bytes data);
void set_output(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor);
void set_value(ops::Problem& problem, std::string_view name, ops::List values);

std::vector<ops::DataType> types_of(const ops::Problem& problem);

/// The elements of a case's tensor after the run, packed.
ops::Bytes packed_answer(const BatchOutcome& outcome, const ops::Problem& problem,
                         std::string_view name, std::size_t case_index = 0);

template <class T>
std::vector<T> values_of(const ops::Bytes& bytes) {
  const auto view = ops::view<T>(bytes);
  return {view.begin(), view.end()};
}

/// Launches one problem and returns the values of the named output. A failure or a damage fails the
/// test.
template <class T>
std::vector<T> answer(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                      std::string_view name, const LaunchOptions& options = {});

/// Does the same, and returns the bytes.
ops::Bytes answer_bytes(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                        std::string_view name, const LaunchOptions& options = {});

template <class T>
std::vector<T> answer(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                      std::string_view name, const LaunchOptions& options) {
  return values_of<T>(answer_bytes(file, variant, problem, name, options));
}

/// The variants that the test's device offers for a problem.
std::vector<const Variant*> variants_for(const KernelFile& file, const ops::Problem& problem);

/// Checks that every offered variant gives `expected`.
template <class T>
void expect_answer(const ops::Problem& problem, std::string_view output,
                   const std::vector<T>& expected) {
  const KernelFile file = load_kernels(*problem.descriptor.signature);
  const auto variants = variants_for(file, problem);
  ASSERT_GE(variants.size(), 2u);
  for (const Variant* variant : variants)
    EXPECT_EQ(answer<T>(file, *variant, problem, output), expected) << variant->name;
}

/// Random values for property tests. some_sizes() gives one to four small sizes. some_tensor() is
/// often strided, with its dimensions in any order in memory. In some_data() more than a third of
/// the bytes are zero.
ops::List some_sizes();
ops::TensorDesc some_tensor(ops::DataType type, ops::List sizes);
ops::Bytes some_data(std::uint64_t bytes);

}  // namespace assay::opencl::testing
