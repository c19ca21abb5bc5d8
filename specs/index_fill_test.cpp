// Each index fill does what its name says, and stays within what a data rule permits.
#include "specs/index_fill.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "ops/oracles/coordinates.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/dressing.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/filled.h"

namespace assay::specs {
namespace {

using ops::DataType;
using ops::Problem;

using testing::catalogue;
using testing::filled;

/// The indices of a gather. The indices 0..length−1 lie inside.
std::vector<std::int64_t> indices(IndexFill fill, DataType type, std::int64_t length,
                                  std::int64_t count, std::uint64_t seed = 1) {
  const Problem p = filled(fmt::format(
      "gather:level=6_4:InputTensor=INT8.{0}:IndicesTensor={1}.{2}:OutputTensor=INT8.{2}:Axis=0:"
      "IndexDimensions=1:indices={3}:seed={4}",
      length, name_of(type), count, name_of(fill), seed));
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(ops::integer_at(type, p.data[1], static_cast<std::uint64_t>(i)));
  return values;
}

constexpr DataType kIndexTypes[] = {DataType::INT32, DataType::UINT32, DataType::INT64,
                                    DataType::UINT64};

TEST(IndexFill, StaysInRangeWhereItIsNotMeantToLeaveIt) {
  EXPECT_TRUE(ops::holds(
      "indices are inside, negative ones within the length", [](std::mt19937_64& random) {
        SeededChooser chooser(random());
        const char* name = random() % 2 ? "gather" : "scatter_nd";
        Case c = draw(*catalogue().find(name), chooser, {.max_elements = 3000});
        if (c.indices == IndexFill::Outside) c.indices = IndexFill::Edges;
        RC_LOG() << print_case(c);
        const Problem p = filled(c);
        const ops::TensorDesc& t = p.tensor("IndicesTensor");
        const bool scatter = c.spec->name() == "scatter_nd";
        const ops::List& n = p.tensor("InputTensor").sizes;
        const std::size_t tuple = scatter ? static_cast<std::size_t>(t.sizes.back()) : 1;
        for (std::uint64_t i = 0; i < *element_count(t.sizes); ++i) {
          const std::int64_t axis = scatter ? static_cast<std::int64_t>(n.size()) -
                                                  p.value("InputDimensionCount") +
                                                  static_cast<std::int64_t>(i % tuple)
                                            : p.value("Axis");
          const std::int64_t size = n[static_cast<std::size_t>(axis)];
          const std::int64_t v = ops::integer_at(t.type, p.input("IndicesTensor"), i);
          const bool negatives = c.indices == IndexFill::Negative || c.indices == IndexFill::Edges;
          RC_ASSERT(v < size);
          RC_ASSERT(v >= (negatives ? -size : 0));
        }
      }));
}

TEST(IndexFill, NeverBreaksARuleWhoseBreachIsUndrawn) {
  const Case c = parse_case(
      "scatter_nd:level=2_1:InputTensor=UINT8.1x1x1x1:IndicesTensor=UINT32.1x54x1x1:"
      "UpdatesTensor=UINT8.1x1x54x1:OutputTensor=UINT8.1x1x1x1:InputDimensionCount=1:"
      "IndicesDimensionCount=3:fill=special:indices=outside:seed=4006695909",
      catalogue());
  ASSERT_TRUE(is_valid(c));
  EXPECT_EQ(broken_data_rules(c, filled(c)), std::vector<std::size_t>{});
}

TEST(IndexFill, IsWhatItIsCalled) {
  for (DataType type : kIndexTypes) {
    const auto inside = indices(IndexFill::Inside, type, 10, 400);
    EXPECT_EQ(std::set(inside.begin(), inside.end()).size(), 10u);
    const auto edges = indices(IndexFill::Edges, type, 1000, 400);
    const auto at_edge = std::count_if(edges.begin(), edges.end(), [](std::int64_t v) {
      return v == 0 || v == 999 || v == -1 || v == -1000;
    });
    EXPECT_GT(at_edge, 200);
    EXPECT_LT(at_edge, 350);
    const auto equal = indices(IndexFill::Equal, type, 1000, 50);
    EXPECT_EQ(std::set(equal.begin(), equal.end()).size(), 1u);
    EXPECT_NE(indices(IndexFill::Equal, type, 1000, 1, 1),
              indices(IndexFill::Equal, type, 1000, 1, 2));
    for (std::int64_t length : {1, 2, 3, 7, 15, 64, 97, 105, 1000})
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto permutation = indices(IndexFill::Permutation, type, length, length, seed);
        EXPECT_EQ(std::set(permutation.begin(), permutation.end()).size(),
                  static_cast<std::size_t>(length));
      }
    const auto outside = indices(IndexFill::Outside, type, 1000, 400);
    const auto beyond = std::count_if(outside.begin(), outside.end(),
                                      [](std::int64_t v) { return v < -1000 || v >= 1000; });
    EXPECT_GT(beyond, 50) << name_of(type);
    EXPECT_LT(beyond, 150) << name_of(type);
  }
  for (DataType type : {DataType::INT32, DataType::INT64}) {
    const auto negative = indices(IndexFill::Negative, type, 10, 400);
    const auto below = std::count_if(negative.begin(), negative.end(),
                                     [](std::int64_t v) { return v < 0 && v >= -10; });
    EXPECT_GT(below, 250);
    EXPECT_LT(below, 350);
    const auto outside = indices(IndexFill::Outside, type, 1000, 400);
    EXPECT_TRUE(std::count(outside.begin(), outside.end(), -1001)) << "one too far from the end";
    EXPECT_TRUE(std::count(outside.begin(), outside.end(), 1000)) << "one too far";
  }
}

TEST(IndexFill, GivesTuplesThatAreDistinctOrCollide) {
  const auto tuples = [](const char* fill, int count, int seed) {
    const Problem p = filled(
        fmt::format("scatter_nd:level=6_4:InputTensor=INT8.1x4x8:IndicesTensor=INT32.1x{0}x2:"
                    "UpdatesTensor=INT8.1x1x{0}:OutputTensor=INT8.1x4x8:InputDimensionCount=2:"
                    "IndicesDimensionCount=2:indices={1}:seed={2}",
                    count, fill, seed));
    std::set<std::int64_t> distinct;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i)
      distinct.insert(ops::integer_at(DataType::INT32, p.data[1], 2 * i) * 8 +
                      ops::integer_at(DataType::INT32, p.data[1], 2 * i + 1));
    return static_cast<int>(distinct.size());
  };
  for (int seed = 0; seed < 50; ++seed)
    for (int count : {2, 5, 16, 32}) {
      EXPECT_EQ(tuples("permutation", count, seed), count);
      EXPECT_LT(tuples("duplicates", count, seed), count);
      EXPECT_EQ(tuples("equal", count, seed), 1);
    }
}

}  // namespace
}  // namespace assay::specs
