// These tests say which texts are refused, and at which column.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/expression.h"
#include "ops/oracles/coordinates.h"
#include "testing/ops/expressions.h"

namespace assay::ops::testing {
namespace {

TEST(Expression, NeverCrashesOnTokenSoup) {
  constexpr std::string_view kTokens[] = {"T",
                                          ".Sizes",
                                          ".Strides",
                                          ".DataType",
                                          ".DimensionCount",
                                          "Axis",
                                          "Lengths",
                                          "(",
                                          ")",
                                          "[",
                                          "]",
                                          "++",
                                          "+",
                                          "-",
                                          "*",
                                          "/",
                                          "..",
                                          "|",
                                          ":",
                                          ",",
                                          "<",
                                          "each",
                                          "i",
                                          "ones(",
                                          "any(",
                                          "fit(",
                                          "product(",
                                          "min(",
                                          "if",
                                          "then",
                                          "else",
                                          "0",
                                          "1",
                                          "7",
                                          "99999",
                                          "<=",
                                          "==",
                                          "!=",
                                          "D",
                                          "\xff",
                                          " ",
                                          "\n",
                                          "9223372036854775807"};
  const Aliases aliases{{{"D", "T.DimensionCount"}}};
  int parsed = 0;
  EXPECT_TRUE(holds("a text either parses, and then can be evaluated, or is refused with a column",
                    [&](std::mt19937_64& random) {
                      std::string text;
                      for (std::int64_t n = pick(random, 1, pick(random, 1, 12)); n > 0; --n) {
                        text += kTokens[random() % std::size(kTokens)];
                        if (pick(random, 0, 1)) text += ' ';
                      }
                      RC_LOG() << text;
                      for (Form form : {Form::Integer, Form::Set, Form::Sets}) try {
                          const auto e =
                              Expression::parse(text, form, signature(), aliases, "local");
                          ++parsed;
                          Set s;
                          Sets sh;
                          if (form == Form::Integer) (void)e.integer(descriptor());
                          if (form == Form::Set) (void)e.set(descriptor(), s);
                          if (form == Form::Sets) (void)e.sets(descriptor(), sh);
                        } catch (const ExpressionError& e) {
                          RC_ASSERT(e.column >= 1u);
                          RC_ASSERT(e.column <= text.size() + 1);
                        }
                    }));
  EXPECT_GT(parsed, 50);
}

TEST(Expression, NamesTheColumnOfAnError) {
  EXPECT_EQ(error("", Form::Integer), "1: the expression ends too early");
  EXPECT_EQ(error("1 +", Form::Integer), "4: the expression ends too early");
  EXPECT_EQ(error("1 + )", Form::Integer), "5: expected a value, found \")\"");
  EXPECT_EQ(error("1 2", Form::Integer), "3: unexpected \"2\"; the expression ends before it");
  EXPECT_EQ(error("0 .. 1", Form::Integer),
            "3: unexpected \".. 1\"; the expression ends before it");
  EXPECT_EQ(error("(1", Form::Integer), "3: expected \")\"");
  EXPECT_EQ(error("1 + Missing", Form::Integer),
            "5: no member \"Missing\"; known are \"T\", \"Out\", \"Axis\", \"Lengths\", \"Steps\" "
            "and \"Flag\"");
  EXPECT_EQ(error("1 + cosh(2)", Form::Integer),
            "5: no function \"cosh\"; known are \"ones\", \"any\", \"multiples\", \"product\", "
            "\"leading_ones\", \"length\", \"min\", \"max\", \"present\", \"sum\", \"abs\", "
            "\"contains\" and \"fit\"");
  EXPECT_EQ(error("min(1)", Form::Integer), "6: expected \",\"");
  EXPECT_EQ(error("T", Form::Sets),
            "2: a part of T is missing; known are \"DataType\", \"DimensionCount\", \"Sizes\" and "
            "\"Strides\"");
  EXPECT_EQ(error("T.Size", Form::Sets).substr(0, 2), "3:");
  EXPECT_EQ(error("T.Sizesx", Form::Sets),
            "3: a tensor has no \"Sizesx\"; the nearest is \"Sizes\"");
  EXPECT_EQ(error("T.Sizes + 1", Form::Integer), "12: expected an integer, found a list");
  EXPECT_EQ(error("product(1)", Form::Integer), "10: expected a list, found an integer");
  EXPECT_EQ(error("Axis", Form::Sets), "5: expected a list, found an integer");
  EXPECT_EQ(error("9223372036854775808", Form::Integer), "1: the number does not fit in 64 bits");
  EXPECT_EQ(error("if 1 then 2", Form::Integer), "12: expected \"else\"");
  EXPECT_EQ(error("if1 then 2", Form::Integer), "1: no member \"if1\"; the nearest is \"if\"");
  EXPECT_EQ(error("[1", Form::Sets), "3: expected \"]\"");
  EXPECT_EQ(error("each i < 2 : each j < 2 : 1", Form::Sets).substr(0, 2), "14");
  EXPECT_EQ(error("each i < i : 1", Form::Sets),
            "10: no member \"i\"; known are \"T\", \"Out\", \"Axis\", \"Lengths\", \"Steps\" and "
            "\"Flag\"");
  EXPECT_EQ(error("each i < 2 : i ++ [i]", Form::Sets),
            "20: no member \"i\"; known are \"T\", \"Out\", \"Axis\", \"Lengths\", \"Steps\" and "
            "\"Flag\"");
  EXPECT_EQ(error("1 < 2 < 3", Form::Integer),
            "7: unexpected \"< 3\"; the expression ends before it");
  EXPECT_EQ(error("ones(1)", Form::Integer),
            "1: no function \"ones\" among numbers; it makes sets");
}

TEST(Expression, ReadsAliasesInTheirPlace) {
  const Aliases aliases{{{"D", "T.DimensionCount"}, {"N", "T.Sizes"}, {"last", "N[D - 1]"}}};
  EXPECT_EQ(integer("D - 1", aliases), 3);
  EXPECT_EQ(integer("2 * last", aliases), 6);
  EXPECT_EQ(integer("N[2]", aliases), 2);
  EXPECT_EQ(sets("N[0 : 1] ++ N[2 : 3]", aliases), "1; 2");
  // An alias is one value, whatever operators stand around its name.
  EXPECT_EQ(integer("2 * sum", {{{"sum", "1 + 1"}}}), 4);
}

TEST(Expression, BlamesAnAliasAtItsUse) {
  const Aliases wrong{{{"D", "T.Dimension"}, {"E", "1 + D"}}};
  EXPECT_EQ(error("1 + D", Form::Integer, wrong),
            "6: a tensor has no \"Dimension\"; the nearest is \"DimensionCount\" (at column 3 of "
            "let \"T.Dimension\")");
  EXPECT_EQ(error("E", Form::Integer, wrong).substr(0, 3), "2: ");
  EXPECT_EQ(error("N", Form::Sets, {{{"N", "T.Sizes ]"}}}).substr(0, 3), "2: ");
}

TEST(Expression, LetsNoAliasCircle) {
  EXPECT_NE(error("a", Form::Integer, {{{"a", "a"}}}).find("no member \"a\""), std::string::npos);
  EXPECT_NE(error("a", Form::Integer, {{{"a", "b"}, {"b", "a"}}}).find("no member \"b\""),
            std::string::npos);
}

TEST(Expression, RefusesWhatIsTooDeepOrTooLarge) {
  const auto repeated = [](std::string_view s, std::size_t n) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += s;
    return all;
  };
  for (const char* open : {"(", "-", "abs(", "min(1,", "if 1 then ", "Lengths[", "if "})
    EXPECT_NE(error(repeated(open, 400), Form::Integer).find("nested too deeply"),
              std::string::npos)
        << open;
  EXPECT_EQ(integer(repeated("(", 40) + "1" + repeated(")", 40)), 1);
  EXPECT_NE(error(repeated("1+", 100000) + "1", Form::Integer).find("4096 characters"),
            std::string::npos);
  // These expressions are as long, and their trees as deep, as is permitted.
  EXPECT_EQ(integer(repeated("1+", 2047) + "1"), 2048);
  EXPECT_EQ(set(repeated("1|", 1300) + "1"), "1");
  EXPECT_EQ(sets("[length(" + repeated("Lengths[0:0]++", 290) + "Lengths)]"), "3");
  EXPECT_EQ(sets(repeated("ones(0)++", 450) + "ones(1)"), "1");
  // Each alias uses the alias before it twice.
  Aliases doubling{{{"a0", "1"}}};
  for (int i = 1; i < 60; ++i)
    doubling.texts.emplace_back(fmt::format("a{}", i), fmt::format("a{0} + a{0}", i - 1));
  EXPECT_EQ(integer("a10", doubling), 1024);
  EXPECT_NE(error("a40", Form::Integer, doubling).find("too large"), std::string::npos);
  Aliases deep{{{"a0", "1"}}};
  for (int i = 1; i < 10000; ++i)
    deep.texts.emplace_back(fmt::format("a{}", i), fmt::format("a{}", i - 1));
  EXPECT_NE(error("a9999", Form::Integer, deep).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace assay::ops::testing
