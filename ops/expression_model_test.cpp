// Expressions are compared with a model. It makes random trees, and for each tree side by side a
// text and, computed with 128 bits, a value.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ops/expression.h"
#include "ops/oracles/coordinates.h"
#include "testing/ops/expressions.h"

namespace assay::ops::testing {
namespace {

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
    RC_ASSERT(sets(text) == wanted);
  }));
}

}  // namespace
}  // namespace assay::ops::testing
