// These tests cover each construct and each way to be undefined.
#include "ops/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testing/ops/expressions.h"

namespace assay::ops::testing {
namespace {

TEST(Expression, BindsAsArithmeticDoes) {
  EXPECT_EQ(integer("1 + 2 * 3"), 7);
  EXPECT_EQ(integer("(1 + 2) * 3"), 9);
  EXPECT_EQ(integer("10 - 4 - 3"), 3);
  EXPECT_EQ(integer("100 / 10 / 5"), 2);
  EXPECT_EQ(integer("-7 / 2"), -3);
  EXPECT_EQ(integer("--7"), 7);
  EXPECT_EQ(integer("2 - -3"), 5);
  EXPECT_EQ(integer("-2 * 3"), -6);
  EXPECT_EQ(integer("1 + 1 == 2"), 1);
  EXPECT_EQ(integer("1 < 1"), 0);
  EXPECT_EQ(integer("if 1 > 2 then 10 else 20 + 1"), 21);
  EXPECT_EQ(integer("if 1 then if 0 then 1 else 2 else 3"), 2);
  EXPECT_EQ(integer("1+2"), 3);
  EXPECT_EQ(integer(" \t1\n+ 2 "), 3);
}

TEST(Expression, ReadsEachPartOfAMember) {
  EXPECT_EQ(integer("Axis"), 2);
  EXPECT_EQ(integer("Flag"), 0);
  EXPECT_EQ(integer("T.DataType"), static_cast<std::int64_t>(DataType::FLOAT16));
  EXPECT_EQ(integer("T.DimensionCount"), 4);
  EXPECT_EQ(integer("T.Sizes[3]"), 3);
  EXPECT_EQ(integer("T.Strides[0]"), 9);
  EXPECT_EQ(integer("Steps[0]"), -4);
  const auto e = Expression::parse("T.Sizes[0] + Axis + T.Sizes[Axis] + Out.DimensionCount",
                                   Form::Integer, signature());
  EXPECT_EQ(e.references(), (std::vector<Reference>{
                                {0, Part::Sizes}, {2, Part::Value}, {1, Part::DimensionCount}}));
  EXPECT_EQ(e.text(), "T.Sizes[0] + Axis + T.Sizes[Axis] + Out.DimensionCount");
}

TEST(Expression, TakesSlicesJoinsAndFits) {
  EXPECT_EQ(sets("T.Sizes[1 : 3]"), "1; 2");
  EXPECT_EQ(sets("T.Sizes[2 : 2]"), "");
  EXPECT_EQ(sets("Lengths[1 : 3][1 : 2]"), "7");
  EXPECT_EQ(integer("Lengths[1 : 3][1]"), 7);
  EXPECT_EQ(sets("Lengths ++ T.Sizes[2 : 4]"), "5; 6; 7; 2; 3");
  EXPECT_EQ(integer("product(Lengths ++ T.Sizes)"), 1260);
  EXPECT_EQ(integer("product(Lengths[0 : 0])"), 1);
  EXPECT_EQ(integer("leading_ones(T.Sizes)"), 2);
  EXPECT_EQ(integer("leading_ones(T.Sizes[0 : 2])"), 2);
  EXPECT_EQ(integer("length(T.Sizes ++ Lengths)"), 7);
  EXPECT_EQ(sets("fit(T.Sizes, 2)"), "2; 3");
  EXPECT_EQ(sets("fit(Lengths, 5)"), "1; 1; 5; 6; 7");
  EXPECT_EQ(sets("fit(T.Sizes, 3)"), "1; 2; 3");
  EXPECT_EQ(sets("fit(Lengths[0 : 0], 2)"), "1; 1");
}

TEST(Expression, MakesSetsAndShapes) {
  EXPECT_EQ(set("0 .. Axis"), "0 .. 2");
  EXPECT_EQ(set("Axis"), "2");
  EXPECT_EQ(set("3 .. 1"), "nothing");
  EXPECT_EQ(set("1 .. 2 | 7 | 4 .. 5"), "1 .. 2 | 4 .. 5 | 7");
  EXPECT_EQ(set("-2147483648 .. -1 | 1 .. 2147483647"), "-2147483648 .. -1 | 1 .. 2147483647");
  EXPECT_EQ(sets("ones(2) ++ [0 .. 4 | 6] ++ T.Sizes[3 : 4]"), "1; 1; 0 .. 4 | 6; 3");
  EXPECT_EQ(sets("each i < 3 : Lengths[i] .. Lengths[i] + i"), "5; 6 .. 7; 7 .. 9");
  EXPECT_EQ(sets("each i < 2 : i ++ each i < 2 : 9 - i"), "0; 1; 9; 8");
  EXPECT_EQ(sets("any(1)"), Set::all().text());
  EXPECT_EQ(sets("ones(0)"), "");
  EXPECT_TRUE(Expression::parse("[1] ++ any(2)", Form::Sets, signature()).is_open());
  EXPECT_FALSE(Expression::parse("[1] ++ ones(2)", Form::Sets, signature()).is_open());
  EXPECT_TRUE(Expression::parse("ones(Axis)", Form::Sets, signature()).is_only_ones());
  EXPECT_FALSE(Expression::parse("ones(1) ++ ones(1)", Form::Sets, signature()).is_only_ones());
}

TEST(Expression, TakesAVariableFromOutside) {
  const auto e = Expression::parse("T.Sizes[j] + j", Form::Integer, signature(), {}, "j");
  EXPECT_EQ(e.integer(descriptor(), 3), 6);
  EXPECT_EQ(e.integer(descriptor(), 4), std::nullopt);
  const auto s = Expression::parse("0 .. j", Form::Set, signature(), {}, "j");
  Set out;
  EXPECT_TRUE(s.set(descriptor(), out, 5));
  EXPECT_EQ(out, Set(0, 5));
}

TEST(Expression, SaysWhatIsUndefined) {
  for (const char* text :
       {"T.Sizes[4]", "T.Sizes[-1]", "T.Sizes[0 : 5][0]", "length(T.Sizes[3 : 2])",
        "length(T.Sizes[-1 : 2])", "1 / 0", "1 / (Axis - 2)", "9223372036854775807 + 1",
        "-9223372036854775807 - 2", "9223372036854775807 * 2", "(-9223372036854775807 - 1) / -1",
        "abs(-9223372036854775807 - 1)", "-(-9223372036854775807 - 1)", "length(fit(Lengths, 2))",
        "length(fit(Lengths, -1))", "length(fit(Lengths, 17))",
        "length(T.Sizes ++ T.Sizes ++ T.Sizes ++ T.Sizes ++ T.Sizes)", "0 * T.Sizes[9]",
        "min(1, 1 / 0)"})
    EXPECT_EQ(integer(text), std::nullopt) << text;
  for (const char* text :
       {"ones(-1)", "any(-1)", "each i < -1 : i", "ones(17)", "each i < 17 : 1",
        "each i < 4 : 1 / (2 - i)", "ones(9) ++ ones(8)", "ones(9223372036854775807)", "[1 / 0]",
        "[0 .. 1 / 0]", "ones(16) ++ T.Sizes"})
    EXPECT_EQ(sets(text), "undefined") << text;
  EXPECT_EQ(sets("ones(16)").size(), 16 * 3 - 2u);
  EXPECT_EQ(set("0|2|4|6|8|10|12|14|16|18|20|22"),
            "0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 18 | 20 | 22");
  EXPECT_EQ(set("0|2|4|6|8|10|12|14|16|18|20|22|24"), "undefined");
}

TEST(Expression, LooksOnlyAtTheBranchTaken) {
  EXPECT_EQ(integer("if Axis == 0 then 1 / Axis else 7"), 7);
  EXPECT_EQ(integer("if Axis == 0 then 7 else 1 / (Axis - 2)"), std::nullopt);
  EXPECT_EQ(integer("if Axis == 0 then 7 else 6 / Axis"), 3);
  EXPECT_EQ(integer("if 1 / 0 then 1 else 1"), std::nullopt);
}

TEST(Expression, HasSetsOfMultiples) {
  const Signature no_members;
  const Descriptor empty;
  Set set;
  const auto evaluate = [&](const char* text) {
    return Expression::parse(text, Expression::Form::Set, no_members).set(empty, set);
  };
  EXPECT_TRUE(evaluate("multiples(2 * 3)"));
  EXPECT_TRUE(set.contains(12) && set.contains(0) && !set.contains(9));
  EXPECT_FALSE(evaluate("multiples(0)"));
  EXPECT_FALSE(evaluate("multiples(2) | 3"));
  EXPECT_FALSE(evaluate("3 | multiples(2)"));
}

}  // namespace
}  // namespace assay::ops::testing
