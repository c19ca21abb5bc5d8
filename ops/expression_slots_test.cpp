// Expressions over arrays of tensors and over tensors that may be left out.
#include <gtest/gtest.h>

#include "testing/ops/expressions.h"

namespace assay::ops::testing {
namespace {

const Signature& slots_signature() {
  static const Signature s = [] {
    Signature made;
    made.operator_name = "slots";
    made.add("Count", Kind::Uint);
    made.add("Parts", Kind::Input, {}, 4);
    made.add("Bias", Kind::Input).optional = true;
    made.add("Out", Kind::Output);
    return made;
  }();
  return s;
}

/// Three parts of the sizes 2x3, 2x4 and 2x5, an output of the sizes 2x12, and no bias.
Descriptor slots_descriptor() {
  Descriptor d(slots_signature());
  d.values[0] = {3};
  d.set_tensors_of(*slots_signature().find("Parts"), 3);
  for (std::size_t k = 0; k < 3; ++k) {
    d.tensor("Parts", k).type = DataType::INT16;
    d.tensor("Parts", k).sizes = {2, 3 + static_cast<std::int64_t>(k)};
  }
  d.tensor("Out").sizes = {2, 12};
  return d;
}

std::optional<std::int64_t> of_slots(std::string_view text,
                                     const Descriptor& d = slots_descriptor(),
                                     const Aliases& aliases = {}) {
  return Expression::parse(text, Form::Integer, slots_signature(), aliases).integer(d);
}

std::string slots_error(std::string_view text) {
  try {
    Expression::parse(text, Form::Sets, slots_signature());
  } catch (const ExpressionError& e) {
    return fmt::format("{}: {}", e.column, e.what());
  }
  return "parsed";
}

TEST(ExpressionOfSlots, ReadsATensorOfAnArrayByItsNumber) {
  EXPECT_EQ(of_slots("Parts[0].Sizes[1]"), 3);
  EXPECT_EQ(of_slots("Parts[Count - 1].Sizes[1]"), 5);
  EXPECT_EQ(of_slots("Parts[1].DimensionCount"), 2);
  EXPECT_EQ(of_slots("Parts[2].DataType == INT16"), 1);
  for (const char* text : {"Parts[3].Sizes[1]", "Parts[4].Sizes[0]", "Parts[-1].DimensionCount",
                           "Parts[3].DataType", "length(Parts[3].Strides)"})
    EXPECT_EQ(of_slots(text), std::nullopt) << text;
}

TEST(ExpressionOfSlots, AddsUpTheTermsOfASum) {
  EXPECT_EQ(of_slots("sum(i < Count : Parts[i].Sizes[1])"), 12);
  EXPECT_EQ(of_slots("sum(i < 0 : 1 / 0)"), 0);
  EXPECT_EQ(of_slots("sum(i < 4 : i * i) + sum(j < 3 : j)"), 17);
  EXPECT_EQ(of_slots("sum(i < 16 : 1)"), 16);
  EXPECT_EQ(of_slots("sum(i < 2 : W + i)", slots_descriptor(),
                     {{{"W", "sum(i < Count : Parts[i].Sizes[1])"}}}),
            25);
  Sets s;
  ASSERT_TRUE(Expression::parse("each d < 2 : if d == 1 then sum(i < Count : Parts[i].Sizes[d]) "
                                "else Parts[0].Sizes[d]",
                                Form::Sets, slots_signature())
                  .sets(slots_descriptor(), s));
  EXPECT_EQ(s, (Sets{Set::only(2), Set::only(12)}));
  for (const char* text : {"sum(i < 17 : 1)", "sum(i < -1 : 1)", "sum(i < 4 : Parts[i].Sizes[1])",
                           "sum(i < 2 : 9223372036854775807)"})
    EXPECT_EQ(of_slots(text), std::nullopt) << text;
}

TEST(ExpressionOfSlots, AsksWhetherATensorIsThere) {
  Descriptor d = slots_descriptor();
  EXPECT_EQ(of_slots("if present(Bias) then Bias.Sizes[0] else 7", d), 7);
  EXPECT_EQ(of_slots("Bias.Sizes[0]", d), std::nullopt);
  EXPECT_EQ(of_slots("Bias.DimensionCount", d), std::nullopt);
  d.set_tensors_of(*slots_signature().find("Bias"), 1);
  d.tensor("Bias").sizes = {9};
  EXPECT_EQ(of_slots("if present(Bias) then Bias.Sizes[0] else 7", d), 9);
}

TEST(ExpressionOfSlots, SaysWhatItReads) {
  const auto e =
      Expression::parse("sum(i < Count : Parts[i].Sizes[0]) + Parts[0].Sizes[0] + present(Bias)",
                        Form::Integer, slots_signature());
  EXPECT_EQ(e.references(),
            (std::vector<Reference>{
                {0, Part::Value}, {1, Part::Sizes}, {1, Part::Sizes, true}, {2, Part::Presence}}));
}

TEST(ExpressionOfSlots, RefusesWhatHasNoMeaning) {
  EXPECT_EQ(slots_error("Parts.Sizes"), "6: Parts is an array: Parts[i]");
  EXPECT_EQ(slots_error("Parts[0]"),
            "9: a part of Parts is missing; known are \"DataType\", \"DimensionCount\", \"Sizes\" "
            "and \"Strides\"");
  EXPECT_EQ(slots_error("Out[0].Sizes"),
            "4: a part of Out is missing; known are \"DataType\", \"DimensionCount\", \"Sizes\" "
            "and \"Strides\"");
  EXPECT_EQ(slots_error("[present(Out)]"), "13: Out is always there");
  EXPECT_EQ(slots_error("[present(Parts)]"), "15: Parts is always there");
  EXPECT_EQ(slots_error("[sum(i < 2 : sum(j < 2 : i))]"), "18: \"sum\" within \"sum\"");
  EXPECT_EQ(slots_error("[sum(i < 2 : i) + i]"),
            "19: no member \"i\"; known are \"Count\", \"Parts\", \"Bias\" and \"Out\"");
}

TEST(Slots, ADescriptorSaysWhichTensorsAreThere) {
  Descriptor d = slots_descriptor();
  const Signature& s = slots_signature();
  EXPECT_EQ(s.tensor_count, 6u);
  EXPECT_EQ(s.tensor_name(0), "Parts[0]");
  EXPECT_EQ(s.tensor_name(3), "Parts[3]");
  EXPECT_EQ(s.tensor_name(4), "Bias");
  EXPECT_EQ(s.tensor_at(3).name, "Parts");
  EXPECT_EQ(s.first_tensor(), 0u);
  EXPECT_EQ(d.tensors_of(*s.find("Parts")), 3u);
  EXPECT_FALSE(d.is_there(*s.find("Bias")));
  std::vector<std::size_t> seen;
  d.each_tensor([&](const Member&, std::size_t place) { seen.push_back(place); });
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 5}));
  d.set_tensors_of(*s.find("Parts"), 1);
  EXPECT_EQ(d.tensors[1], absent_tensor());
  d.set_tensors_of(*s.find("Parts"), 2);
  EXPECT_EQ(d.tensors[1], d.tensors[0]);
}

TEST(Slots, AnAbsentTensorHasNoElementsAndNoBytes) {
  const TensorDesc none = absent_tensor();
  EXPECT_EQ(elements_of(none), 0u);
  EXPECT_EQ(total_bytes(none), 0u);
  EXPECT_EQ(span_elements(none), 0u);
  EXPECT_FALSE(overlaps_itself(none));
  EXPECT_TRUE(Walk(none).done());
  Bytes nothing;
  pack(none, nothing, nothing);
  unpack(none, nothing, nothing);
}

}  // namespace
}  // namespace assay::ops::testing
