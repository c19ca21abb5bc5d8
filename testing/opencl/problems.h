#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "opencl/launch/launch.h"
#include "ops/problem.h"

/// Small problems for this room's tests: signatures, tensors, the device.
namespace assay::opencl::testing {

/// The device that the tests run on (ASSAY_TEST_DEVICE, else the first), opened once, with a
/// PoCL cache of its own.
const Device& test_device();
/// A launcher on it that all tests share, so that programs are built once.
Launcher& test_launcher();

/// The signature of an operator that has a spec.
const ops::Signature& signature_of(std::string_view operator_name);
struct TypedOperator {
  const ops::Signature* signature;
  /// By tensor place.
  std::vector<ops::DataType> types;
};

/// The operators of a test over all of them (testing/specs/some_specs.h), with data types that a
/// case may have: UINT32 in each tensor where that may be.
std::vector<TypedOperator> some_operators();

/// `copy`: InputTensor, OutputTensor, an Axis, a Mode {FIRST, SECOND}, uints A, ints B.
const ops::Signature& copy_signature();

ops::TensorDesc packed(ops::DataType type, ops::List sizes);
ops::TensorDesc strided(ops::DataType type, ops::List sizes, ops::List strides);

template <class T>
ops::Bytes bytes_of(const std::vector<T>& values) {
  ops::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// A problem whose tensors and values are still to be set.
ops::Problem problem_of(const ops::Signature& signature);
void set_input(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor,
               ops::Bytes data);
void set_output(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor);
void set_value(ops::Problem& problem, std::string_view name, ops::List values);

std::vector<ops::DataType> types_of(const ops::Problem& problem);

/// A case's tensor after the run, packed.
ops::Bytes packed_answer(const BatchOutcome& outcome, const ops::Problem& problem,
                         std::string_view name, std::size_t case_index = 0);

template <class T>
std::vector<T> values_of(const ops::Bytes& bytes) {
  const auto view = ops::view<T>(bytes);
  return {view.begin(), view.end()};
}

/// Launches one problem; a failure or damage fails the test. Gives the named output's values.
template <class T>
std::vector<T> answer(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                      std::string_view name, const LaunchOptions& options = {});

/// As above, in bytes.
ops::Bytes answer_bytes(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                        std::string_view name, const LaunchOptions& options = {});

template <class T>
std::vector<T> answer(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                      std::string_view name, const LaunchOptions& options) {
  return values_of<T>(answer_bytes(file, variant, problem, name, options));
}

/// The variants that the test's device offers for a problem.
std::vector<const Variant*> variants_for(const KernelFile& file, const ops::Problem& problem);

/// Every variant that is offered gives `expected`.
template <class T>
void expect_answer(const ops::Problem& problem, std::string_view output,
                   const std::vector<T>& expected) {
  const KernelFile file = load_kernels(*problem.descriptor.signature);
  const auto variants = variants_for(file, problem);
  ASSERT_GE(variants.size(), 2u);
  for (const Variant* variant : variants)
    EXPECT_EQ(answer<T>(file, *variant, problem, output), expected) << variant->name;
}

/// For properties: one to four small sizes; a tensor of such sizes, often strided, its dimensions
/// in any order in memory; data, every third byte of it zero.
ops::List some_sizes();
ops::TensorDesc some_tensor(ops::DataType type, ops::List sizes);
ops::Bytes some_data(std::uint64_t bytes);

}  // namespace assay::opencl::testing
