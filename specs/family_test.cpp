// An operator of a family becomes a whole spec, and what is wrong in its short file is refused with
// its place.
#include "specs/family.h"

#include <gtest/gtest.h>

#include "specs/function_fill.h"
#include "specs/loader.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/filled.h"
#include "testing/specs/place.h"

namespace assay::specs {
namespace {

using testing::catalogue;

const char* const kShort = R"({
  "family": "unary", "operator": "element_wise_test", "summary": "Tests.", "computes": "exp(x) * Gain",
  "with": ["ScaleBias", { "name": "Gain", "kind": "float", "summary": "A factor." }],
  "page": "https://x", "support": { "1_0": "F 4", "3_0": "F FLOAT64 1-8" } })";

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kShort;
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::string refusal(const std::string& text) {
  try {
    load_spec(text, "short.json");
    return "";
  } catch (const Error& e) {
    return testing::without_place(e.what());
  }
}

TEST(Families, MakeAWholeSpecOfAShortFile) {
  const auto spec = load_spec(kShort, "short.json");
  EXPECT_EQ(spec->desc, "DML_ELEMENT_WISE_TEST_OPERATOR_DESC");
  EXPECT_EQ(spec->signature.family, "unary");
  EXPECT_EQ(spec->signature.implementation(), "unary");
  ASSERT_NE(spec->signature.find("ScaleBias.Scale"), nullptr);
  EXPECT_EQ(spec->signature.members.back().name, "Gain");
  EXPECT_EQ(spec->signature.find("InputTensor")->variable, "x");
  ASSERT_EQ(spec->support.size(), 2u);
  EXPECT_EQ(spec->support[1].rows[1].dimensions.high, 8);
  EXPECT_TRUE(spec->support[1].rows[0].types.contains(static_cast<int>(ops::DataType::FLOAT64)));
  EXPECT_FALSE(spec->support[0].rows[0].types.contains(static_cast<int>(ops::DataType::FLOAT64)));
  EXPECT_TRUE(spec->signature.formula->substituted());
  EXPECT_EQ(spec->signature.integer_formula, nullptr);
}

TEST(Families, RefuseWhatIsWrongInAShortFile) {
  EXPECT_EQ(refusal(kShort), "");
  for (const auto& [from, to, expected] :
       {std::tuple{"\"unary\"", "\"unari\"", "no family \"unari\""},
        {"exp(x)", "exq(x)", "computes: there is no function exq; the nearest is \"exp\""},
        {"* Gain", "* Pain", "there is no variable Pain; the nearest is \"Gain\""},
        {"exp(x)", "exp(OutputTensor)",
         "there is no variable OutputTensor; known are \"x\" and \"Gain\""},
        {"exp(x)", "exp(InputTensor)", "there is no variable InputTensor; known are"},
        {"exp(x)", "exp(ScaleBias.Scale)", "there is no variable ScaleBias.Scale; known are"},
        {"exp(x)", "exp(x", "computes: ')' is missing; put it here, as in max(a, b)"},
        {"exp(x)", "(x > 0 ? x)", "computes: ':' is missing; put it here, as in c ? a : b"},
        {"\"ScaleBias\"", "\"ScaleBiass\"", "the family has no \"ScaleBiass\""},
        {"F 4", "F 9", "must be data types and dimension counts"},
        {"F 4", "F8 4", "no data type \"F8\""},
        {"F 4", "F INT8 4", "cannot be computed over integers"},
        {"\"page\"", "\"pages\"", "pages"}})
    EXPECT_NE(refusal(changed(from, to)).find(expected), std::string::npos)
        << to << ": " << refusal(changed(from, to));
}

/// Every operator of the catalogue that has a formula with built-in functions of one input.
TEST(FunctionFill, GivesArgumentsForWhichTheFunctionIsDefined) {
  int seen = 0;
  for (const auto& spec : catalogue().all()) {
    if (!spec->signature.formula || spec->signature.formula->nodes().size() != 2) continue;
    const ops::Builtin* f = spec->signature.formula->nodes().back().builtin;
    if (!f || spec->signature.tensor_count != 2) continue;
    ++seen;
    const ops::Member& input = spec->signature.members[0];
    for (const ops::DataType type : {ops::DataType::FLOAT16, ops::DataType::FLOAT32}) {
      ASSERT_TRUE(fills_arguments(spec->signature, Fill::Distinct, type));
      ops::Bytes data(1000 * size_of(type));
      fill_arguments(spec->signature, input, Fill::Distinct, type, 7, 1000, data);
      for (std::uint64_t i = 0; i < 1000; ++i) {
        const double x = float_at(type, data, i);
        ASSERT_TRUE(x >= f->domain_low && x <= f->domain_high) << spec->name() << " " << x;
      }
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(FunctionFill, DrawsBesideTheEdgesOfTheFunction) {
  const Spec* spec = nullptr;
  for (const auto& s : catalogue().all())
    if (s->signature.formula && s->signature.formula->text() == "exp(x)") spec = s.get();
  ASSERT_NE(spec, nullptr);
  ops::Bytes data(1000 * 4);
  fill_arguments(spec->signature, spec->signature.members[0], Fill::Edges, ops::DataType::FLOAT32,
                 7, 1000, data);
  int overflow = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const double x = float_at(ops::DataType::FLOAT32, data, i);
    overflow += x > 88.7 && x < 88.8;
  }
  EXPECT_GT(overflow, 20);
}

}  // namespace
}  // namespace assay::specs
