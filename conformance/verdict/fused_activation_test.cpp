// What an operator with a fused activation permits is what the activation's own operator permits of
// what the operator without it permits.
#include "ops/fused_activation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "ops/value_key.h"
#include "specs/case_file.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/fill.h"
#include "testing/specs/catalogue.h"

namespace assay::conformance::testing {
namespace {

using ops::DataType;
using ops::PermittedTensor;

const specs::Catalogue& all_specs() { return specs::testing::catalogue(); }

ops::Permitted asked(const ops::Problem& problem, const ops::FloatModel& model) {
  ops::Permitted permitted;
  ask(ops::oracle_of(*problem.descriptor.signature), problem, model, permitted);
  return permitted;
}

/// The problem without its fused activation.
ops::Problem plain(const ops::Problem& fused) {
  ops::Problem problem = fused;
  const ops::Signature& signature = *fused.descriptor.signature;
  const std::size_t outer = signature.activation->struct_place;
  problem.descriptor.values[outer] = {0};
  for (const ops::Member& m : signature.members)
    if (!is_tensor(m.kind) && m.within == outer) problem.descriptor.values[m.place] = {0};
  return problem;
}

std::uint64_t bits_of(DataType type, float x) {
  return type == DataType::FLOAT16 ? std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))
                                   : std::bit_cast<std::uint32_t>(x);
}

/// Values at the ends of what a position permits, and the special ones.
std::vector<float> ends_of(const PermittedTensor& p, std::uint64_t i) {
  std::vector<float> values;
  if (p.low[i] <= p.high[i]) values = {p.low_value(i), p.high_value(i)};
  if (p.also[i] & PermittedTensor::kNan) values.push_back(NAN);
  if (p.also[i] & PermittedTensor::kPlusInfinity) values.push_back(INFINITY);
  if (p.also[i] & PermittedTensor::kMinusInfinity) values.push_back(-INFINITY);
  if (p.also[i] & PermittedTensor::kZero) values.push_back(0);
  return values;
}

/// The activation's own operator, of some elements.
ops::Problem own_problem(const ops::Problem& fused, DataType type, const std::vector<float>& x) {
  const ops::Signature& around = *fused.descriptor.signature;
  const auto number =
      static_cast<std::size_t>(fused.descriptor.values[around.activation->type_place][0]);
  const std::string& name = around.value_at(around.activation->type_place).enumerators[number].name;
  ops::Problem own;
  own.descriptor = ops::Descriptor(all_specs().find(name)->signature);
  for (ops::TensorDesc& t : own.descriptor.tensors) {
    t.type = type;
    t.sizes = {static_cast<std::int64_t>(x.size())};
  }
  own.data.resize(own.descriptor.tensors.size());
  own.data[0].resize(x.size() * size_of(type));
  for (std::size_t k = 0; k < x.size(); ++k) set_bits(type, own.data[0], k, bits_of(type, x[k]));
  for (const ops::Member& m : own.descriptor.signature->members)
    if (m.kind == ops::Kind::Float && m.name.find('.') == m.name.npos)
      own.descriptor.values[m.place] = fused.descriptor.list("FusedActivation." + m.name);
  return own;
}

void expect_composition(const specs::Case& c, const ops::Problem& fused, bool flush) {
  const ops::Problem without = plain(fused);
  const ops::FloatModel model{.flush32 = flush};
  const ops::Permitted before = asked(without, model), behind = asked(fused, model);
  const std::size_t place = c.spec->signature.find("OutputTensor")->place;
  const DataType type = fused.descriptor.tensors[place].type;
  for (std::uint64_t i = 0; i < before.tensors[place].size(); ++i) {
    const std::vector<float> values = ends_of(before.tensors[place], i);
    const ops::Permitted own = asked(own_problem(fused, type, values), model);
    for (std::uint64_t k = 0; k < values.size(); ++k)
      for (const float y : ends_of(own.tensors[1], k))
        ASSERT_TRUE(permits(behind.tensors[place], i, bits_of(type, y)))
            << specs::print_case(c) << ": " << values[k] << " at " << i << " may become " << y;
  }
}

TEST(FusedActivation, PermitsWhatItsOwnOperatorMakesOfWhatIsPermittedWithoutIt) {
  for (const char* name : {"gemm", "convolution", "element_wise_add1", "batch_normalization",
                           "mean_variance_normalization", "mean_variance_normalization1"}) {
    const specs::Spec& spec = *all_specs().find(name);
    specs::SeededChooser chooser(7);
    int fused = 0;
    while (fused < 150) {
      const specs::Case c = specs::draw(spec, chooser, {.max_elements = 64});
      ops::Problem problem;
      specs::fill(c, problem);
      if (!ops::is_fused(problem)) continue;
      ++fused;
      expect_composition(c, problem, fused % 2 == 0);
      if (HasFatalFailure()) return;
    }
  }
}

/// The sum of two numbers, through an activation.
PermittedTensor sum_through(const std::string& type, float a, float b,
                            const std::string& activation, const ops::FloatModel& model = {}) {
  const auto tensor = [&](const std::string& data) {
    return R"({"type": ")" + type + R"(", "sizes": [1])" + data + "}";
  };
  const auto data = [](float x) { return fmt::format(R"(, "data": [{}])", x); };
  const specs::Case c = specs::parse_case_file(
      R"({"operator": "element_wise_add1", "level": "6_4", "members": {)" + activation +
          R"(}, "tensors": {"ATensor": )" + tensor(data(a)) + R"(, "BTensor": )" + tensor(data(b)) +
          R"(, "OutputTensor": )" + tensor("") + "}}",
      "f", all_specs());
  ops::Problem problem;
  specs::fill(c, problem);
  return asked(problem, model).tensors[2];
}

const std::string kLinear =
    R"("FusedActivation": {"operator": "activation_linear", "members": {"Alpha": 1024, "Beta": -1024}})";

bool permits_value(const PermittedTensor& p, float x) { return permits(p, 0, bits_of(p.type, x)); }

// 1 + 3/4096 is no FLOAT16, and its nearest is 1 + 1/1024.
TEST(FusedActivation, IsOfARoundedHalfOrOfTheFloat) {
  const PermittedTensor half = sum_through("FLOAT16", 1, 0x3p-12f, kLinear);
  for (const float x : {0.75f, 1.f}) EXPECT_TRUE(permits_value(half, x)) << x;
  for (const float x : {0.7f, 1.01f}) EXPECT_FALSE(permits_value(half, x)) << x;
  const PermittedTensor single = sum_through("FLOAT32", 1, 0x3p-12f, kLinear);
  EXPECT_TRUE(permits_value(single, 0.75f));
  for (const float x : {std::nextafter(0.75f, 1.f), std::nextafter(0.75f, 0.f), 1.f})
    EXPECT_FALSE(permits_value(single, x)) << x;
}

// The activation is computed in FLOAT32, and its result becomes a half.
TEST(FusedActivation, MayGiveAZeroForADenormalWhereHalvesAreFlushed) {
  const std::string eighth =
      R"("FusedActivation": {"operator": "activation_linear", "members": {"Alpha": 0.125, "Beta": 0}})";
  for (const bool in_half : {false, true})
    for (const bool flush : {false, true}) {
      const PermittedTensor p = sum_through("FLOAT16", 0x1p-13f, 0x1p-13f, eighth,
                                            {.in_half = in_half, .flush16 = flush});
      EXPECT_TRUE(permits_value(p, 0x1p-15f));
      EXPECT_EQ(permits_value(p, 0), in_half && flush);
    }
}

TEST(FusedActivation, ChangesNothingWhereItIsAbsentOrTheIdentity) {
  const std::string identity =
      R"("FusedActivation": {"operator": "activation_identity", "members": {}})";
  const PermittedTensor without = sum_through("FLOAT32", 0.1f, 0.7f, "");
  const PermittedTensor with = sum_through("FLOAT32", 0.1f, 0.7f, identity);
  EXPECT_TRUE(permits_value(without, 0.1f + 0.7f));
  EXPECT_EQ(without.low[0], without.high[0]);
  EXPECT_EQ(with.low, without.low);
  EXPECT_EQ(with.high, without.high);
  EXPECT_EQ(with.also, without.also);
}

TEST(FusedActivation, ChoosesBySignAlsoWhereASumHasBoth) {
  const std::string relu = R"("FusedActivation": {"operator": "activation_relu", "members": {}})";
  const PermittedTensor negative = sum_through("FLOAT32", 1, -3, relu);
  EXPECT_TRUE(permits_value(negative, 0));
  for (const float x : {-2.f, 0x1p-149f, 2.f, NAN}) EXPECT_FALSE(permits_value(negative, x)) << x;
}

}  // namespace
}  // namespace assay::conformance::testing
