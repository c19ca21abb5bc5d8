// Expressions against a model: random trees whose values are computed with 128 bits beside their
// text. Then each construct, what is undefined, and what is refused, and where.
#include "ops/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"

namespace assay::ops {
namespace {

using Form = Expression::Form;

const Signature& signature() {
  static const Signature s = [] {
    Signature made;
    made.operator_name = "test";
    made.add("T", Kind::Input);
    made.add("Out", Kind::Output);
    made.add("Axis", Kind::Uint);
    made.add("Lengths", Kind::Uints);
    made.add("Steps", Kind::Ints);
    made.add("Flag", Kind::Bool);
    return made;
  }();
  return s;
}

/// T FLOAT16 1x1x2x3 with strides 9x8x7x1, Axis 2, Lengths 5x6x7, Steps of -4.
Descriptor descriptor() {
  Descriptor d(signature());
  d.tensor("T").type = DataType::FLOAT16;
  d.tensor("T").sizes = {1, 1, 2, 3};
  d.tensor("T").strided = true;
  d.tensor("T").strides = {9, 8, 7, 1};
  d.tensor("Out").sizes = {4};
  d.values[signature().find("Axis")->place] = {2};
  d.values[signature().find("Lengths")->place] = {5, 6, 7};
  d.values[signature().find("Steps")->place] = {-4};
  return d;
}

std::optional<std::int64_t> integer(std::string_view text, const Aliases& aliases = {}) {
  return Expression::parse(text, Form::Integer, signature(), aliases).integer(descriptor());
}

std::string set(std::string_view text) {
  Set s;
  return Expression::parse(text, Form::Set, signature()).set(descriptor(), s) ? s.text()
                                                                              : "undefined";
}

/// Its sets, with `;` between.
std::string shape(std::string_view text, const Aliases& aliases = {}) {
  Shape s;
  if (!Expression::parse(text, Form::Shape, signature(), aliases).shape(descriptor(), s))
    return "undefined";
  std::string out;
  for (const Set& entry : s) out += (out.empty() ? "" : "; ") + entry.text();
  return out;
}

/// `column: message`, or "parsed".
std::string error(std::string_view text, Form form, const Aliases& aliases = {}) {
  try {
    Expression::parse(text, form, signature(), aliases);
  } catch (const ExpressionError& e) {
    return fmt::format("{}: {}", e.column, e.what());
  }
  return "parsed";
}

// --- against a model
// ------------------------------------------------------------------------------

struct Modelled {
  std::string text;
  std::optional<std::int64_t> value;
};

std::optional<std::int64_t> fits(__int128 v) {
  if (v < INT64_MIN || v > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(v);
}

Modelled draw_integer(std::mt19937_64& random, int depth);

std::pair<std::string, std::optional<List>> draw_list(std::mt19937_64& random, int depth) {
  const std::int64_t kind = depth > 0 ? pick(random, 0, 4) : pick(random, 0, 2);
  const Descriptor d = descriptor();
  switch (kind) {
    case 0:
      return {"T.Sizes", d.tensor("T").sizes};
    case 1:
      return {"T.Strides", d.tensor("T").strides};
    case 2:
      return {"Lengths", d.list("Lengths")};
    case 3: {
      const auto [text, list] = draw_list(random, depth - 1);
      const Modelled n = draw_integer(random, depth - 2);
      const std::string all = fmt::format("fit({}, {})", text, n.text);
      if (!list || !n.value || *n.value < 0 || *n.value > 16) return {all, std::nullopt};
      std::vector<std::int64_t> left(list->begin(), list->end());
      while (left.size() < static_cast<std::size_t>(*n.value)) left.insert(left.begin(), 1);
      while (left.size() > static_cast<std::size_t>(*n.value)) {
        if (left.front() != 1) return {all, std::nullopt};
        left.erase(left.begin());
      }
      List result;
      for (std::int64_t v : left) result.push_back(v);
      return {all, result};
    }
    default: {
      const auto [text, list] = draw_list(random, depth - 1);
      const Modelled from = draw_integer(random, 0), to = draw_integer(random, 0);
      const std::string all = fmt::format("{}[{} : {}]", text, from.text, to.text);
      if (!list || !from.value || !to.value || *from.value < 0 || *to.value < *from.value ||
          *to.value > static_cast<std::int64_t>(list->size()))
        return {all, std::nullopt};
      List result;
      for (std::int64_t i = *from.value; i < *to.value; ++i)
        result.push_back((*list)[static_cast<std::size_t>(i)]);
      return {all, result};
    }
  }
}

std::pair<std::string, std::optional<List>> draw_join(std::mt19937_64& random, int depth) {
  auto [text, list] = draw_list(random, depth);
  for (std::int64_t n = pick(random, 0, 4); n > 0; --n) {
    const auto [more, right] = draw_list(random, depth);
    text += " ++ " + more;
    if (!list || !right || list->size() + right->size() > kMaxEntries) {
      list.reset();
    } else {
      for (std::int64_t v : *right) list->push_back(v);
    }
  }
  return {text, list};
}

Modelled draw_integer(std::mt19937_64& random, int depth) {
  if (depth <= 0) {
    switch (pick(random, 0, 5)) {
      case 0:
        return {"Axis", 2};
      case 1:
        return {"T.DimensionCount", 4};
      case 2:
        return {"T.DataType", 2};
      case 3: {
        const std::int64_t v = INT64_MAX - pick(random, 0, 2);
        return {std::to_string(v), v};
      }
      default: {
        const std::int64_t v = pick(random, 0, 6);
        return {std::to_string(v), v};
      }
    }
  }
  const auto operand = [&] { return draw_integer(random, depth - 1); };
  switch (pick(random, 0, 8)) {
    case 0: {
      const Modelled a = operand();
      return {fmt::format("(-{})", a.text), a.value ? fits(-__int128{*a.value}) : std::nullopt};
    }
    case 1: {
      const auto [text, list] = draw_list(random, depth - 1);
      const Modelled i = draw_integer(random, 0);
      const bool inside = list && i.value && *i.value < static_cast<std::int64_t>(list->size());
      return {fmt::format("{}[{}]", text, i.text),
              inside ? std::optional((*list)[static_cast<std::size_t>(*i.value)]) : std::nullopt};
    }
    case 2: {
      const auto [text, list] = draw_join(random, depth - 1);
      std::optional<std::int64_t> product = list ? std::optional<std::int64_t>(1) : std::nullopt;
      for (std::size_t i = 0; product && i < list->size(); ++i)
        product = fits(__int128{*product} * (*list)[i]);
      return {fmt::format("product({})", text), product};
    }
    case 3: {
      const auto [text, list] = draw_join(random, depth - 1);
      if (pick(random, 0, 1))
        return {fmt::format("length({})", text),
                list ? fits(static_cast<__int128>(list->size())) : std::nullopt};
      std::int64_t ones = 0;
      while (list && ones < static_cast<std::int64_t>(list->size()) &&
             (*list)[static_cast<std::size_t>(ones)] == 1)
        ++ones;
      return {fmt::format("leading_ones({})", text), list ? std::optional(ones) : std::nullopt};
    }
    case 4: {
      const Modelled a = operand();
      return {fmt::format("abs({})", a.text),
              a.value ? fits(*a.value < 0 ? -__int128{*a.value} : *a.value) : std::nullopt};
    }
    case 5: {
      const Modelled a = operand(), b = operand();
      const bool least = pick(random, 0, 1) == 0;
      const bool defined = a.value && b.value;
      return {fmt::format("{}({}, {})", least ? "min" : "max", a.text, b.text),
              !defined ? std::nullopt
              : least  ? std::optional(std::min(*a.value, *b.value))
                       : std::optional(std::max(*a.value, *b.value))};
    }
    case 6: {
      const Modelled condition = operand(), yes = operand(), no = operand();
      return {fmt::format("(if {} then {} else {})", condition.text, yes.text, no.text),
              !condition.value   ? std::nullopt
              : *condition.value ? yes.value
                                 : no.value};
    }
    default: {
      constexpr std::string_view kOperators[] = {
          "+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "+", "-"};
      const std::string_view op = kOperators[random() % std::size(kOperators)];
      const Modelled left = operand(), right = operand();
      const std::string text = fmt::format("({} {} {})", left.text, op, right.text);
      if (!left.value || !right.value) return {text, std::nullopt};
      const __int128 a = *left.value, b = *right.value;
      if (op == "/") return {text, b == 0 ? std::nullopt : fits(a / b)};
      return {text, fits(op == "+"    ? a + b
                         : op == "-"  ? a - b
                         : op == "*"  ? a * b
                         : op == "<"  ? a < b
                         : op == "<=" ? a <= b
                         : op == ">"  ? a > b
                         : op == ">=" ? a >= b
                         : op == "==" ? a == b
                                      : a != b)};
    }
  }
}

TEST(Expression, ComputesWhatAModelWith128BitsComputes) {
  int defined = 0, undefined = 0;
  EXPECT_TRUE(holds("an integer is the model's, and undefined where the model's is",
                    [&](std::mt19937_64& random) {
                      const Modelled m = draw_integer(random, static_cast<int>(pick(random, 0, 5)));
                      if (m.text.size() > 4096) return;
                      RC_LOG() << m.text;
                      RC_ASSERT(integer(m.text) == m.value);
                      ++(m.value ? defined : undefined);
                    }));
  EXPECT_GT(defined, 200);
  EXPECT_GT(undefined, 200);
  EXPECT_TRUE(holds("a list is the model's", [](std::mt19937_64& random) {
    const auto [text, list] = draw_list(random, 3);
    RC_LOG() << text;
    std::string wanted = list ? "" : "undefined";
    if (list)
      for (std::int64_t v : *list) wanted += (wanted.empty() ? "" : "; ") + Set::only(v).text();
    RC_ASSERT(shape(text) == wanted);
  }));
}

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
                      for (Form form : {Form::Integer, Form::Set, Form::Shape}) try {
                          const auto e =
                              Expression::parse(text, form, signature(), aliases, "local");
                          ++parsed;
                          Set s;
                          Shape sh;
                          if (form == Form::Integer) (void)e.integer(descriptor());
                          if (form == Form::Set) (void)e.set(descriptor(), s);
                          if (form == Form::Shape) (void)e.shape(descriptor(), sh);
                        } catch (const ExpressionError& e) {
                          RC_ASSERT(e.column >= 1u);
                          RC_ASSERT(e.column <= text.size() + 1);
                        }
                    }));
  EXPECT_GT(parsed, 50);
}

// --- each construct
// -------------------------------------------------------------------------------

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
  EXPECT_EQ(shape("T.Sizes[1 : 3]"), "1; 2");
  EXPECT_EQ(shape("T.Sizes[2 : 2]"), "");
  EXPECT_EQ(shape("Lengths[1 : 3][1 : 2]"), "7");
  EXPECT_EQ(integer("Lengths[1 : 3][1]"), 7);
  EXPECT_EQ(shape("Lengths ++ T.Sizes[2 : 4]"), "5; 6; 7; 2; 3");
  EXPECT_EQ(integer("product(Lengths ++ T.Sizes)"), 1260);
  EXPECT_EQ(integer("product(Lengths[0 : 0])"), 1);
  EXPECT_EQ(integer("leading_ones(T.Sizes)"), 2);
  EXPECT_EQ(integer("leading_ones(T.Sizes[0 : 2])"), 2);
  EXPECT_EQ(integer("length(T.Sizes ++ Lengths)"), 7);
  EXPECT_EQ(shape("fit(T.Sizes, 2)"), "2; 3");
  EXPECT_EQ(shape("fit(Lengths, 5)"), "1; 1; 5; 6; 7");
  EXPECT_EQ(shape("fit(T.Sizes, 3)"), "1; 2; 3");
  EXPECT_EQ(shape("fit(Lengths[0 : 0], 2)"), "1; 1");
}

TEST(Expression, MakesSetsAndShapes) {
  EXPECT_EQ(set("0 .. Axis"), "0 .. 2");
  EXPECT_EQ(set("Axis"), "2");
  EXPECT_EQ(set("3 .. 1"), "nothing");
  EXPECT_EQ(set("1 .. 2 | 7 | 4 .. 5"), "1 .. 2 | 4 .. 5 | 7");
  EXPECT_EQ(set("-2147483648 .. -1 | 1 .. 2147483647"), "-2147483648 .. -1 | 1 .. 2147483647");
  EXPECT_EQ(shape("ones(2) ++ [0 .. 4 | 6] ++ T.Sizes[3 : 4]"), "1; 1; 0 .. 4 | 6; 3");
  EXPECT_EQ(shape("each i < 3 : Lengths[i] .. Lengths[i] + i"), "5; 6 .. 7; 7 .. 9");
  EXPECT_EQ(shape("each i < 2 : i ++ each i < 2 : 9 - i"), "0; 1; 9; 8");
  EXPECT_EQ(shape("any(1)"), Set::all().text());
  EXPECT_EQ(shape("ones(0)"), "");
  EXPECT_TRUE(Expression::parse("[1] ++ any(2)", Form::Shape, signature()).has_any());
  EXPECT_FALSE(Expression::parse("[1] ++ ones(2)", Form::Shape, signature()).has_any());
  EXPECT_TRUE(Expression::parse("ones(Axis)", Form::Shape, signature()).is_only_ones());
  EXPECT_FALSE(Expression::parse("ones(1) ++ ones(1)", Form::Shape, signature()).is_only_ones());
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
    EXPECT_EQ(shape(text), "undefined") << text;
  EXPECT_EQ(shape("ones(16)").size(), 16 * 3 - 2u);
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

// --- what is refused, and where
// -------------------------------------------------------------------

TEST(Expression, NamesTheColumnOfAnError) {
  EXPECT_EQ(error("", Form::Integer), "1: the expression ends too early");
  EXPECT_EQ(error("1 +", Form::Integer), "4: the expression ends too early");
  EXPECT_EQ(error("1 + )", Form::Integer), "5: expected a value, found \")\"");
  EXPECT_EQ(error("1 2", Form::Integer), "3: unexpected \"2\"");
  EXPECT_EQ(error("0 .. 1", Form::Integer), "3: unexpected \".. 1\"");
  EXPECT_EQ(error("(1", Form::Integer), "3: expected \")\"");
  EXPECT_EQ(error("1 + Missing", Form::Integer), "5: no member \"Missing\"");
  EXPECT_EQ(error("1 + cosh(2)", Form::Integer), "5: no function \"cosh\"");
  EXPECT_EQ(error("min(1)", Form::Integer), "6: expected \",\"");
  EXPECT_EQ(error("T", Form::Shape),
            "2: a tensor has .DataType, .DimensionCount, .Sizes and .Strides");
  EXPECT_EQ(error("T.Size", Form::Shape).substr(0, 2), "2:");
  EXPECT_EQ(error("T.Sizesx", Form::Shape), "8: unexpected \"x\"");
  EXPECT_EQ(error("T.Sizes + 1", Form::Integer), "12: expected an integer, found a list");
  EXPECT_EQ(error("product(1)", Form::Integer), "10: expected a list, found an integer");
  EXPECT_EQ(error("Axis", Form::Shape), "5: expected a list, found an integer");
  EXPECT_EQ(error("9223372036854775808", Form::Integer), "1: the number does not fit in 64 bits");
  EXPECT_EQ(error("if 1 then 2", Form::Integer), "12: expected \"else\"");
  EXPECT_EQ(error("if1 then 2", Form::Integer), "1: no member \"if1\"");
  EXPECT_EQ(error("[1", Form::Shape), "3: expected \"]\"");
  EXPECT_EQ(error("each i < 2 : each j < 2 : 1", Form::Shape).substr(0, 2), "14");
  EXPECT_EQ(error("each i < i : 1", Form::Shape), "10: no member \"i\"");
  EXPECT_EQ(error("each i < 2 : i ++ [i]", Form::Shape), "20: no member \"i\"");
  EXPECT_EQ(error("1 < 2 < 3", Form::Integer), "7: unexpected \"< 3\"");
  EXPECT_EQ(error("ones(1)", Form::Integer), "1: no function \"ones\"");
}

TEST(Expression, ReadsAliasesInTheirPlace) {
  const Aliases aliases{{{"D", "T.DimensionCount"}, {"N", "T.Sizes"}, {"last", "N[D - 1]"}}};
  EXPECT_EQ(integer("D - 1", aliases), 3);
  EXPECT_EQ(integer("2 * last", aliases), 6);
  EXPECT_EQ(integer("N[2]", aliases), 2);
  EXPECT_EQ(shape("N[0 : 1] ++ N[2 : 3]", aliases), "1; 2");
  // An alias is one value, whatever stands around it.
  EXPECT_EQ(integer("2 * sum", {{{"sum", "1 + 1"}}}), 4);
}

TEST(Expression, BlamesAnAliasAtItsUse) {
  const Aliases wrong{{{"D", "T.Dimension"}, {"E", "1 + D"}}};
  EXPECT_EQ(error("1 + D", Form::Integer, wrong),
            "6: a tensor has .DataType, .DimensionCount, .Sizes and .Strides (at column 2 of let "
            "\"T.Dimension\")");
  EXPECT_EQ(error("E", Form::Integer, wrong).substr(0, 3), "2: ");
  EXPECT_EQ(error("N", Form::Shape, {{{"N", "T.Sizes ]"}}}).substr(0, 3), "2: ");
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
  // As long as can be: as deep as a tree gets.
  EXPECT_EQ(integer(repeated("1+", 2047) + "1"), 2048);
  EXPECT_EQ(set(repeated("1|", 1300) + "1"), "1");
  EXPECT_EQ(shape("[length(" + repeated("Lengths[0:0]++", 290) + "Lengths)]"), "3");
  EXPECT_EQ(shape(repeated("ones(0)++", 450) + "ones(1)"), "1");
  // Each alias twice the one before it.
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
}  // namespace assay::ops
