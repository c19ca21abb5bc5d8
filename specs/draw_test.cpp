// Over many draws, drawing reaches everything that the specs permit a case to be. Other tests look
// at how large cases are.
#include "specs/draw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "specs/case_text.h"
#include "specs/dressing.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"

namespace assay::specs {
namespace {

using ops::TensorDesc;

using testing::catalogue;

using Things = std::set<std::string>;

/// Everything that the specs permit a case to be.
Things everything(const Spec& spec) {
  Things all{"layout packed",      "layout padded",          "layout transposed",
             "bytes as few as is", "bytes more than needed", "alignment"};
  for (const ops::Member& m : spec.signature.members)
    if (m.kind == ops::Kind::Input) all.insert("layout broadcast");
  for (Level level : spec.interesting_levels)
    for (const ops::Member& m : spec.signature.members) {
      if (!is_tensor(m.kind)) continue;
      const Support::Row& row = spec.support_at(level)->rows[m.place];
      for (ops::DataType type : ops::all_data_types())
        if (row.types.contains(static_cast<std::int64_t>(type)))
          all.insert(fmt::format("{} {} at {}", m.name, name_of(type), level.name()));
      for (std::int64_t d = row.dimensions.low; d <= row.dimensions.high; ++d)
        all.insert(fmt::format("{} of {} dimensions at {}", m.name, d, level.name()));
    }
  for (std::int64_t size : {1, 2, 3, 4, 7, 8, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 513})
    all.insert(fmt::format("size {}", size));
  for (std::size_t i = 0; i < kFills; ++i)
    if (static_cast<Fill>(i) != Fill::Edges || spec.signature.formula)
      all.insert(fmt::format("fill {}", name_of(static_cast<Fill>(i))));
  for (const ops::Member& m : spec.signature.members) {
    for (const ops::Enumerator& e : m.enumerators)
      all.insert(fmt::format("{} {}", m.name, e.value));
    if (m.kind == ops::Kind::Bool)
      all.merge(Things{fmt::format("{} 0", m.name), fmt::format("{} 1", m.name)});
    if (m.name == "Axis")
      for (std::int64_t d = 1; d <= 8; ++d)
        for (std::int64_t axis = 0; axis < d; ++axis)
          all.insert(fmt::format("Axis {} of {}", axis, d));
    const bool any_dimensions =
        spec.support_at(spec.interesting_levels.back())->rows[0].dimensions.high ==
        static_cast<std::int64_t>(ops::kMaxEntries);
    if (any_dimensions && (m.name.ends_with("Dimensions") || m.name.ends_with("DimensionCount")))
      // The dimension of tuples is no batch.
      for (std::int64_t d = m.name == "IndexDimensions" ? 0 : 1;
           d <= (m.name == "BatchDimensionCount" ? 7 : 8); ++d)
        all.insert(fmt::format("{} {}", m.name, d));
    if (m.kind == ops::Kind::Ints)
      for (const char* what : {"-1", "1", "negative beyond -1", "positive beyond 1", "extreme"})
        all.insert(fmt::format("{} {}", m.name, what));
  }
  const auto indices = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) all.insert(fmt::format("indices {}", name));
  };
  if (!spec.data_rules.empty()) indices({"inside", "edges", "equal", "permutation"});
  for (const DataRule& rule : spec.data_rules) {
    if (rule.negative) indices({"negative"});
    if (rule.otherwise == DataRule::Otherwise::AnyOf ||
        rule.otherwise == DataRule::Otherwise::Defined)
      indices({"outside"});
    if (rule.distinct) indices({"duplicates"});
  }
  return all;
}

const char* layout_of(const TensorDesc& t) {
  if (!t.strided) return "packed";
  std::vector<std::int64_t> wide;
  for (std::size_t i = 0; i < t.sizes.size(); ++i)
    if (t.sizes[i] > 1) wide.push_back(t.strides[i]);
  if (std::count(wide.begin(), wide.end(), 0)) return "broadcast";
  if (!std::is_sorted(wide.rbegin(), wide.rend())) return "transposed";
  return *span_elements(t) > *element_count(t.sizes) ? "padded" : "packed with strides";
}

void note(const Case& c, Things& seen) {
  for (const ops::Member& m : c.spec->signature.members) {
    if (!is_tensor(m.kind)) {
      const ops::List& value = c.descriptor.values[m.place];
      if (m.kind == ops::Kind::Ints)
        for (std::int64_t v : value)
          seen.insert(fmt::format("{} {}", m.name,
                                  v == -1 || v == 1                  ? std::to_string(v)
                                  : v == INT32_MIN || v == INT32_MAX ? "extreme"
                                  : v < 0                            ? "negative beyond -1"
                                                                     : "positive beyond 1"));
      if (m.name == "Axis")
        seen.insert(fmt::format("Axis {} of {}", value[0], c.descriptor.tensors[0].sizes.size()));
      if (!is_array(m.kind)) seen.insert(fmt::format("{} {}", m.name, value[0]));
    }
  }
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    const TensorDesc& t = c.descriptor.tensors[place];
    seen.insert(fmt::format("{} {} at {}", m.name, name_of(t.type), c.level.name()));
    seen.insert(fmt::format("{} of {} dimensions at {}", m.name, t.sizes.size(), c.level.name()));
    if (place == 0)
      for (std::int64_t s : t.sizes) seen.insert(fmt::format("size {}", s));
    seen.insert(fmt::format("layout {}", layout_of(t)));
    if (t.bytes)
      seen.insert(*t.bytes > *minimum_bytes(t) ? "bytes more than needed" : "bytes as few as is");
    if (t.alignment) seen.insert("alignment");
  });
  seen.insert(fmt::format("fill {}", name_of(c.fill)));
  seen.insert(fmt::format("indices {}", name_of(c.indices)));
}

TEST(Draw, ReachesEverythingThatASpecAllows) {
  constexpr int kDraws = 60000;
  for (const Spec* spec : testing::some_specs(catalogue())) {
    SeededChooser chooser(1);
    Things seen;
    for (int i = 0; i < kDraws; ++i) note(draw(*spec, chooser), seen);
    for (const std::string& thing : everything(*spec))
      EXPECT_TRUE(seen.contains(thing))
          << spec->name() << ": " << kDraws << " draws never had " << thing;
  }
}

TEST(Draw, MakesMostlySmallCases) {
  for (const Spec* spec : testing::some_specs(catalogue())) {
    SeededChooser chooser(2);
    std::vector<std::uint64_t> totals;
    for (int i = 0; i < 20000; ++i) totals.push_back(total_elements(draw(*spec, chooser)));
    std::sort(totals.begin(), totals.end());
    const std::uint64_t median = totals[totals.size() / 2];
    EXPECT_GE(median, 16u) << spec->name();
    // Each tensor may have the elements of the case's budget.
    EXPECT_LE(median, std::max<std::uint64_t>(200, 64 * spec->signature.tensor_count))
        << spec->name();
    EXPECT_LE(totals.front(), 8u) << spec->name();
    EXPECT_GE(totals.back(), 65'536u) << spec->name();
  }
}

TEST(Draw, KeepsToTheLimitOfElements) {
  for (const std::uint64_t limit : {std::uint64_t{20}, std::uint64_t{64}, std::uint64_t{1000},
                                    std::uint64_t{1} << 14, std::uint64_t{1} << 24}) {
    const Limits limits{limit};
    for (const Spec* spec : testing::some_specs(catalogue())) {
      SeededChooser chooser(limit);
      std::uint64_t most = 0;
      for (int i = 0; i < 3000; ++i) {
        const Case c = draw(*spec, chooser, limits);
        const std::uint64_t total = total_elements(c);
        ASSERT_LE(total, limit) << print_case(c);
        ASSERT_TRUE(is_valid(c)) << print_case(c);
        most = std::max(most, total);
      }
      EXPECT_GE(most, limit / 8) << spec->name() << ": hardly uses its limit of " << limit;
    }
  }
}

TEST(Draw, KeepsToItsHead) {
  for (const Spec* spec : testing::some_specs(catalogue())) {
    SeededChooser chooser(3);
    for (int i = 0; i < 300; ++i) {
      const Head head = draw_head(*spec, chooser);
      ASSERT_LE(head.size_class, largest_size_class({}));
      for (int k = 0; k < 5; ++k) {
        const Case c = draw(head, chooser);
        ASSERT_EQ(c.level, head.level);
        c.descriptor.each_tensor([&](const ops::Member&, std::size_t t) {
          EXPECT_EQ(static_cast<std::int64_t>(c.descriptor.tensors[t].type), head.types[t])
              << spec->name() << " tensor " << t;
        });
      }
    }
    for (Level level : spec->interesting_levels)
      EXPECT_EQ(draw_head(*spec, chooser, {}, {level}).level, level);
  }
}

TEST(Draw, GivesTheSameCasesOfOperatorsThatAreDrawnAlike) {
  std::map<std::string, std::vector<const Spec*>> alike;
  for (const auto& spec : catalogue().all())
    if (!spec->draws_as.empty()) alike[spec->draws_as].push_back(spec.get());
  const auto lines_of = [](const Spec& spec) {
    SeededChooser chooser(9);
    std::string lines;
    for (int i = 0; i < 60; ++i) {
      const std::string line = print_case(draw(spec, chooser));
      lines += line.substr(line.find(':')) + "\n";
    }
    return lines;
  };
  std::size_t compared = 0;
  for (const auto& [text, specs] : alike)
    for (std::size_t i = 1; i < specs.size(); ++i, ++compared)
      EXPECT_TRUE(lines_of(*specs[i]) == lines_of(*specs[0]))
          << specs[i]->name() << " " << specs[0]->name();
  EXPECT_GT(compared, 20u);
}

TEST(Draw, PadsMemoryOnlyALittleButForRareLongStrides) {
  int all_long = 0;
  for (const Spec* spec : testing::some_specs(catalogue()))
    for (const std::uint64_t limit : {std::uint64_t{1} << 18, std::uint64_t{1} << 14}) {
      SeededChooser chooser(4);
      int with_long = 0, strided = 0;
      for (int i = 0; i < 5000; ++i) {
        const Case c = draw(*spec, chooser, {limit});
        for (const TensorDesc& t : c.descriptor.tensors) {
          strided += t.strided;
          if (*span_elements(t) <= 4 * *element_count(t.sizes) + 64) continue;
          ++with_long;
          ASSERT_LE(*span_elements(t), limit) << print_case(c);
          std::int64_t longest = 0;
          for (std::size_t i = 0; i < t.sizes.size(); ++i)
            if (t.sizes[i] > 1) longest = std::max(longest, t.strides[i]);
          ASSERT_GE(longest, (1 << 15) - 1) << print_case(c);
        }
      }
      all_long += with_long;
      // No stride of 2^15 fits in 2^14 elements.
      EXPECT_TRUE(with_long == 0 || limit > 1 << 15) << spec->name();
      EXPECT_LT(100 * with_long, strided) << spec->name();
    }
  EXPECT_GT(all_long, 0);
}

TEST(Draw, AsksForZeroWhereOnlyTheSimplestIsChosen) {
  struct Zeros : Chooser {
    std::uint64_t below(std::uint64_t n) override {
      EXPECT_GT(n, 0u);
      return 0;
    }
  };
  struct Mosts : Chooser {
    std::uint64_t below(std::uint64_t n) override { return n - 1; }
  };
  for (const Spec* spec : testing::some_specs(catalogue())) {
    Zeros zeros;
    const Case simplest = draw(*spec, zeros);
    EXPECT_TRUE(is_valid(simplest));
    EXPECT_LE(total_elements(simplest), 24u) << print_case(simplest);
    EXPECT_EQ(simplest.seed, 0u);
    for (const TensorDesc& t : simplest.descriptor.tensors) EXPECT_FALSE(t.strided);
    Mosts mosts;
    EXPECT_TRUE(is_valid(draw(*spec, mosts)));
  }
}

TEST(Chooser, ScalesItsBitsEvenly) {
  SeededChooser chooser(5);
  int counts[10] = {};
  for (int i = 0; i < 100000; ++i) ++counts[chooser.below(10)];
  for (int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(chooser.below(1), 0u);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(chooser.below(UINT64_MAX), UINT64_MAX);
}

TEST(Draw, TakesTheFillsOfWhichAFormulaSaysMost) {
  const auto drawn = [](const char* name) {
    std::map<Fill, int> count;
    SeededChooser chooser(1);
    for (int i = 0; i < 1600; ++i) ++count[draw(*catalogue().find(name), chooser).fill];
    EXPECT_EQ(count.size(), kFills) << name;
    return count;
  };
  auto shifts = drawn("element_wise_bit_shift_left");
  EXPECT_GT(shifts[Fill::Edges] + shifts[Fill::Integers], 800);
  EXPECT_GT(drawn("element_wise_is_nan")[Fill::Few], 500);
  EXPECT_GT(drawn("element_wise_logical_equals")[Fill::Zeros], 400);
  EXPECT_GT(drawn("element_wise_logical_xor")[Fill::Few], 800);
  EXPECT_LT(drawn("element_wise_exp")[Fill::Zeros], 100);
}

TEST(Draw, TakesZerosRarely) {
  for (const char* name : {"gather", "gemm", "cumulative_summation", "element_wise_sin"}) {
    int zeros = 0;
    SeededChooser chooser(1);
    for (int i = 0; i < 1600; ++i)
      zeros += draw(*catalogue().find(name), chooser).fill == Fill::Zeros;
    EXPECT_GT(zeros, 10) << name;
    EXPECT_LT(zeros, 100) << name;
  }
}

}  // namespace
}  // namespace assay::specs
