// Problems and the device. The signatures are those of the specs. Tests of opencl may read the
// specs, although opencl itself does not depend on them.
#include "testing/opencl/problems.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "ops/hash.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "testing/opencl/build_cache.h"
#include "testing/specs/catalogue.h"

namespace assay::opencl::testing {

using ops::Kind;
using ops::Signature;

const Device& test_device() {
  // This object is never destroyed, because the driver's static objects may be destroyed before it.
  static const Device& device = *new Device([] {
    take_build_cache();
    const char* glob = std::getenv("ASSAY_TEST_DEVICE");
    return Device::open(glob ? glob : "");
  }());
  return device;
}

Launcher& test_launcher() {
  static Launcher& launcher = *new Launcher(test_device());
  return launcher;
}

const Signature& signature_of(std::string_view operator_name) {
  const specs::Spec* spec = specs::testing::catalogue().find(operator_name);
  if (!spec) throw std::runtime_error("no operator " + std::string(operator_name));
  return spec->signature;
}

namespace {

/// Draws cases until the data types are wanted, at most 4,000 times. Gives those of the last case.
template <class IsWanted>
std::vector<ops::DataType> drawn_types(const specs::Spec& spec, const IsWanted& is_wanted) {
  specs::SeededChooser chooser(1);
  std::vector<ops::DataType> types;
  for (int draws = 0; draws == 0 || (draws < 4000 && !is_wanted(types)); ++draws) {
    types.clear();
    for (const ops::TensorDesc& tensor : specs::draw(spec, chooser).descriptor.tensors)
      types.push_back(tensor.type);
  }
  return types;
}

}  // namespace

std::vector<TypedOperator> some_operators() {
  std::vector<TypedOperator> operators;
  for (const specs::Spec* spec : specs::testing::some_specs(specs::testing::catalogue())) {
    const std::vector<ops::DataType> wanted(spec->signature.tensor_count, ops::DataType::UINT32);
    operators.push_back(
        {&spec->signature, drawn_types(*spec, [&](const auto& types) { return types == wanted; })});
  }
  return operators;
}

std::vector<ops::DataType> types_taken(const TypedOperator& o, const Variant& variant) {
  const auto is_taken = [&](const auto& types) { return variant.takes(types); };
  if (is_taken(o.types)) return o.types;
  const specs::Spec& spec = *specs::testing::catalogue().find(o.signature->operator_name);
  if (auto types = drawn_types(spec, is_taken); is_taken(types)) return types;
  return {};
}

const Signature& copy_signature() {
  static const Signature signature = [] {
    Signature s;
    s.operator_name = "copy";
    s.add("InputTensor", Kind::Input);
    s.add("Axis", Kind::Uint);
    s.add("OutputTensor", Kind::Output);
    s.add("Mode", Kind::Enum, {{"FIRST", 0}, {"SECOND", 7}});
    s.add("A", Kind::Uints);
    s.add("B", Kind::Ints);
    s.add("C", Kind::Int);
    return s;
  }();
  return signature;
}

ops::TensorDesc packed(ops::DataType type, ops::List sizes) {
  ops::TensorDesc tensor;
  tensor.type = type;
  tensor.sizes = sizes;
  return tensor;
}

ops::TensorDesc strided(ops::DataType type, ops::List sizes, ops::List strides) {
  ops::TensorDesc tensor = packed(type, sizes);
  tensor.strides = strides;
  tensor.strided = true;
  return tensor;
}

ops::Problem problem_of(const Signature& signature) {
  ops::Problem problem;
  problem.descriptor = ops::Descriptor(signature);
  problem.data.resize(signature.tensor_count);
  return problem;
}

std::size_t place_of(const ops::Problem& problem, std::string_view name) {
  const Signature& signature = *problem.descriptor.signature;
  for (std::size_t place = 0; place < signature.tensor_count; ++place)
    if (signature.tensor_name(place) == name) return place;
  throw std::runtime_error("no tensor " + std::string(name));
}

void set_input(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor,
               ops::Bytes data) {
  ASSERT_EQ(data.size(), *ops::element_count(tensor.sizes) * ops::size_of(tensor.type));
  const std::size_t place = place_of(problem, name);
  problem.descriptor.tensors[place] = tensor;
  problem.data[place] = std::move(data);
}

void set_output(ops::Problem& problem, std::string_view name, ops::TensorDesc tensor) {
  problem.descriptor.tensors[place_of(problem, name)] = tensor;
}

void set_value(ops::Problem& problem, std::string_view name, ops::List values) {
  problem.descriptor.values[problem.descriptor.signature->find(name)->place] = values;
}

std::vector<ops::DataType> types_of(const ops::Problem& problem) {
  std::vector<ops::DataType> types;
  for (const ops::TensorDesc& tensor : problem.descriptor.tensors) types.push_back(tensor.type);
  return types;
}

ops::Bytes packed_answer(const BatchOutcome& outcome, const ops::Problem& problem,
                         std::string_view name, std::size_t case_index) {
  const std::size_t place = place_of(problem, name);
  const ops::TensorDesc& tensor = problem.descriptor.tensors[place];
  ops::Bytes bytes(*ops::element_count(tensor.sizes) * ops::size_of(tensor.type));
  ops::pack(tensor, outcome.memory(case_index, place), bytes);
  return bytes;
}

ops::Bytes answer_bytes(const KernelFile& file, const Variant& variant, const ops::Problem& problem,
                        std::string_view name, const LaunchOptions& options) {
  const BatchOutcome& outcome = test_launcher().launch(file, variant, {&problem, 1}, options);
  if (outcome.failure) {
    ADD_FAILURE() << outcome.failure->call << " gives " << outcome.failure->code_name << "\n"
                  << outcome.failure->build_log;
    return {};
  }
  for (const Damage& damage : outcome.damages)
    ADD_FAILURE() << variant.name << ": " << name_of(damage.what) << " of " << damage.name
                  << " at byte " << damage.offset;
  return packed_answer(outcome, problem, name);
}

std::vector<const Variant*> variants_for(const KernelFile& file, const ops::Problem& problem) {
  return offered_variants(file, types_of(problem), test_device().info());
}

ops::TensorDesc some_tensor(ops::DataType type, ops::List sizes) {
  ops::TensorDesc tensor = packed(type, sizes);
  tensor.strided = *rc::gen::arbitrary<bool>();
  if (!tensor.strided) return tensor;
  tensor.strides.resize(sizes.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    order.insert(order.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, i + 1), i);
  std::int64_t stride = 1;
  for (std::size_t i : order) {
    stride += *rc::gen::inRange(0, 3);
    tensor.strides[i] = stride;
    stride *= sizes[i];
  }
  return tensor;
}

ops::Bytes some_data(std::uint64_t bytes) {
  ops::Bytes data(bytes);
  const auto key = *rc::gen::arbitrary<std::uint64_t>();
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::uint64_t random = ops::random_at(key, i);
    data[i] = static_cast<std::byte>(random >> 60 < 6 ? 0 : random >> 56);
  }
  return data;
}

ops::List some_sizes() {
  ops::List sizes;
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) sizes.push_back(*rc::gen::inRange(1, 7));
  return sizes;
}

ops::Problem copy_problem(std::int64_t count, std::uint32_t alignment) {
  ops::Problem p = problem_of(copy_signature());
  ops::TensorDesc tensor = packed(ops::DataType::UINT8, {count});
  tensor.alignment = alignment;
  ops::Bytes data(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<std::byte>(i * 7 + data.size());
  set_input(p, "InputTensor", tensor, std::move(data));
  set_output(p, "OutputTensor", tensor);
  for (const char* name : {"A", "B"}) set_value(p, name, {});
  return p;
}

}  // namespace assay::opencl::testing
