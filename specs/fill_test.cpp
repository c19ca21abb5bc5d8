// Data from a line: frozen, the same everywhere, and each fill what it is called.
#include "specs/fill.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "ops/oracles/coordinates.h"
#include "specs/case_text.h"
#include "specs/chooser.h"
#include "specs/draw.h"
#include "specs/dressing.h"
#include "specs/json.h"
#include "specs/rules.h"
#include "testing/specs/catalogue.h"

namespace assay::specs {
namespace {

using ops::DataType;
using ops::Problem;

using testing::catalogue;

Problem filled(const Case& c) {
  Problem problem;
  fill(c, problem);
  return problem;
}

Problem filled(const std::string& line) {
  const Case c = parse_case(line, catalogue());
  EXPECT_TRUE(is_valid(c)) << line;
  return filled(c);
}

/// The lines of specs/frozen_lines.txt: a hash, a space, a case.
std::map<std::string, std::string> frozen_lines() {
  std::istringstream in(
      read_file(std::filesystem::path(ASSAY_SOURCE_DIR) / "specs/frozen_lines.txt"));
  std::map<std::string, std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') lines[line.substr(17)] = line.substr(0, 16);
  return lines;
}

TEST(FrozenLines, ComputeWhatTheyDid) {
  for (const auto& [line, hash] : frozen_lines()) {
    EXPECT_EQ(print_case(parse_case(line, catalogue())), line);
    EXPECT_EQ(fmt::format("{:016x}", hash_of(filled(line))), hash)
        << line << "\nWhat a line computes is frozen, its data included: reports, corpora and "
        << "waivers hold lines, and a later version must read each as the earlier one did. "
        << "Change the code so that it does; never this table.";
  }
}

TEST(FrozenLines, HaveSomethingOfEverything) {
  std::set<std::string> seen, wanted;
  for (const auto& spec : catalogue().all()) {
    for (std::size_t i = 0; i < kFills; ++i)
      wanted.insert(fmt::format("{} {}", spec->name(), name_of(static_cast<Fill>(i))));
    wanted.merge(std::set{spec->name() + " strided", spec->name() + " broadcast"});
  }
  for (const char* index : {"inside", "edges", "negative", "equal", "permutation"})
    wanted.merge(std::set{fmt::format("gather {}", index), fmt::format("scatter_nd {}", index)});
  wanted.merge(std::set<std::string>{"gather outside", "scatter_nd duplicates"});
  for (DataType type : ops::all_data_types())
    for (const char* fill : {"distinct", "special"})
      wanted.insert(fmt::format("{} {}", name_of(type), fill));
  for (const auto& [line, hash] : frozen_lines()) {
    const Case c = parse_case(line, catalogue());
    seen.insert(fmt::format("{} {}", c.spec->name(), name_of(c.fill)));
    seen.insert(fmt::format("{} {}", c.spec->name(), name_of(c.indices)));
    for (const ops::Member& m : c.spec->signature.members) {
      if (!is_tensor(m.kind)) continue;
      const ops::TensorDesc& t = c.descriptor.tensors[m.place];
      seen.insert(fmt::format("{} {}", name_of(t.type), name_of(c.fill)));
      if (t.strided) seen.insert(c.spec->name() + (overlaps_itself(t) ? " broadcast" : " strided"));
    }
  }
  for (const std::string& thing : wanted) EXPECT_TRUE(seen.contains(thing)) << thing;
}

TEST(Fill, DependsOnTheLineAlone) {
  EXPECT_TRUE(ops::holds(
      "the same case gives the same data, the route and used buffers aside",
      [](std::mt19937_64& random) {
        const auto any = [&] {
          SeededChooser chooser(random());
          return draw(*catalogue().all()[random() % catalogue().all().size()], chooser,
                      {.max_elements = 3000});
        };
        const Case c = any();
        RC_LOG() << print_case(c);
        Problem used = filled(any());
        Case routed = c;
        routed.route = {{"local", "64"}};
        fill(routed, used);
        const Problem problem = filled(c);
        RC_ASSERT(used.data == problem.data);
        RC_ASSERT(hash_of(used) == hash_of(problem));
        for (const ops::Member& m : c.spec->signature.members) {
          if (!is_tensor(m.kind)) continue;
          const ops::TensorDesc& t = c.descriptor.tensors[m.place];
          RC_ASSERT(problem.data[m.place].size() ==
                    (m.kind == ops::Kind::Input ? *element_count(t.sizes) * size_of(t.type) : 0));
        }
        Case seeded = c;
        ++seeded.seed;
        if (c.fill == Fill::Distinct && problem.data[0].size() >= 16 &&
            !overlaps_itself(c.descriptor.tensors[0]))
          RC_ASSERT(filled(seeded).data[0] != problem.data[0]);
      }));
}

TEST(Fill, DependsOnNeitherLevelNorDecoration) {
  const std::string line =
      "gather:level={}:InputTensor=FLOAT32.1x1x3x7{}:IndicesTensor=UINT32.1x1x1x9:"
      "OutputTensor=FLOAT32.1x1x9x7:Axis=2:IndexDimensions=1:fill=special:indices=edges:seed=3";
  const auto data = [&](const char* level, const char* decoration) {
    return filled(fmt::format(fmt::runtime(line), level, decoration)).data;
  };
  EXPECT_EQ(data("1_0", ""), data("6_4", ""));
  EXPECT_EQ(data("1_0", ""), data("1_0", "/300x200x10x1#4000~64"));
}

TEST(Fill, GivesSharedElementsOneValue) {
  EXPECT_TRUE(ops::holds(
      "what is laid into memory and read again is the same", [](std::mt19937_64& random) {
        SeededChooser chooser(random());
        const Spec& spec = *catalogue().all()[random() % catalogue().all().size()];
        Case c = draw(spec, chooser, {.max_elements = 2000});
        for (const ops::Member& m : spec.signature.members) {
          if (m.kind != ops::Kind::Input) continue;
          ops::TensorDesc& t = c.descriptor.tensors[m.place];
          if (!t.strided) t.strides = packed_strides(t.sizes);
          t.strided = true;
          t.bytes.reset();
          for (std::int64_t& s : t.strides)
            if (ops::pick(random, 0, 1)) s = ops::pick(random, 0, s);
        }
        if (!is_possible(c, c.indices)) c.indices = IndexFill::Inside;
        RC_LOG() << print_case(c);
        RC_ASSERT(is_valid(c));
        const Problem problem = filled(c);
        RC_ASSERT(broken_data_rules(c, problem).empty());
        for (const ops::Member& m : spec.signature.members) {
          if (m.kind != ops::Kind::Input) continue;
          const ops::TensorDesc& t = c.descriptor.tensors[m.place];
          const ops::Bytes& data = problem.data[m.place];
          ops::Bytes memory(*span_elements(t) * size_of(t.type)), again(data.size());
          unpack(t, data, memory);
          pack(t, memory, again);
          RC_ASSERT(again == data);
        }
      }));
}

// --- values
// ---------------------------------------------------------------------------------------

ops::Bytes values(DataType type, Fill fill, std::uint64_t seed = 1, int rows = 4000, int row = 1) {
  // By slice1, or where a row is summed up, by cumulative_summation.
  const std::string line =
      row == 1
          ? fmt::format(
                "slice1:level=6_4:InputTensor={0}.{1}:OutputTensor={0}.1:DimensionCount=1:"
                "InputWindowOffsets=0:InputWindowSizes=1:InputWindowStrides=1:fill={2}:seed={3}",
                name_of(type), rows, name_of(fill), seed)
          : fmt::format(
                "cumulative_summation:level=6_4:InputTensor={0}.{1}x{4}:OutputTensor={0}.{1}x{4}:"
                "Axis=1:AxisDirection=INCREASING:HasExclusiveSum=false:fill={2}:seed={3}",
                name_of(type), rows, name_of(fill), seed, row);
  return filled(line).data[0];
}

struct Counts {
  int nan_quiet = 0, nan_signalling = 0, plus_infinity = 0, minus_infinity = 0, minus_zero = 0,
      plus_zero = 0, denormal = 0, one = 0, largest = 0;
};

Counts count(DataType type, const ops::Bytes& data) {
  Counts n;
  const int mantissa = type == DataType::FLOAT16 ? 10 : type == DataType::FLOAT32 ? 23 : 52;
  const std::uint64_t fraction = (std::uint64_t{1} << mantissa) - 1;
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
  const std::uint64_t infinity = (sign - 1) & ~fraction;
  for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i) {
    const std::uint64_t bits = bits_at(type, data, i), magnitude = bits & ~sign;
    n.nan_quiet += magnitude > infinity && (bits >> (mantissa - 1)) & 1;
    n.nan_signalling += magnitude > infinity && !((bits >> (mantissa - 1)) & 1);
    n.plus_infinity += bits == infinity;
    n.minus_infinity += bits == (sign | infinity);
    n.plus_zero += bits == 0;
    n.minus_zero += bits == sign;
    n.denormal += magnitude > 0 && magnitude <= fraction;
    n.one += ops::float_at(type, data, i) == 1;
    n.largest += magnitude == infinity - 1;
  }
  return n;
}

constexpr DataType kFloats[] = {DataType::FLOAT16, DataType::FLOAT32, DataType::FLOAT64};

TEST(ValueFill, SpecialHasEveryKindOfFloat) {
  for (DataType type : kFloats) {
    const Counts n = count(type, values(type, Fill::Special));
    for (int kind : {n.nan_quiet, n.nan_signalling, n.plus_infinity, n.minus_infinity, n.minus_zero,
                     n.plus_zero, n.denormal, n.one, n.largest})
      EXPECT_GE(kind, 20) << name_of(type);
  }
}

TEST(ValueFill, SpecialHasTheEdgesOfIntegers) {
  for (DataType type : ops::all_data_types()) {
    if (is_float(type)) continue;
    const ops::Bytes data = values(type, Fill::Special);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i)
      seen.insert(bits_at(type, data, i));
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    for (std::uint64_t edge :
         {std::uint64_t{0}, std::uint64_t{1}, sign | (sign - 1), sign, sign - 1, sign + 1})
      EXPECT_TRUE(seen.contains(edge)) << name_of(type) << " " << edge;
  }
}

TEST(ValueFill, SpecialIsSparseInSums) {
  // Rows of 64 with a few special terms: most sums are neither all NaN nor all plain.
  const ops::Bytes data = values(DataType::FLOAT32, Fill::Special, 1, 400, 64);
  int rows_with_nan = 0;
  for (std::uint64_t row = 0; row < 400; ++row) {
    bool nan = false;
    for (std::uint64_t i = 0; i < 64; ++i)
      nan |= std::isnan(ops::float_at(DataType::FLOAT32, data, row * 64 + i));
    rows_with_nan += nan;
  }
  EXPECT_GT(rows_with_nan, 20);
  EXPECT_LT(rows_with_nan, 200);
  EXPECT_GT(count(DataType::FLOAT32, data).denormal, 10);
  const Case c = parse_case(
      "cumulative_summation:level=6_4:InputTensor=FLOAT32.4x64:OutputTensor=FLOAT32.4x64:"
      "Axis=1:AxisDirection=INCREASING:HasExclusiveSum=false",
      catalogue());
  EXPECT_EQ(terms(c), 64);
}

TEST(ValueFill, IntegersAreSmallAndWhole) {
  for (DataType type : ops::all_data_types()) {
    std::set<double> seen;
    const ops::Bytes data = values(type, Fill::Integers);
    for (std::uint64_t i = 0; i < data.size() / size_of(type); ++i)
      seen.insert(is_float(type) ? ops::float_at(type, data, i)
                                 : static_cast<double>(ops::integer_at(type, data, i)));
    EXPECT_EQ(seen.size(), 17u) << name_of(type);
    EXPECT_EQ(*seen.begin(), is_signed(type) ? -8 : 0);
    EXPECT_EQ(*seen.rbegin(), is_signed(type) ? 8 : 16);
    for (double v : seen) EXPECT_EQ(v, std::round(v));
  }
}

TEST(ValueFill, DistinctIsFiniteAndHardlyRepeats) {
  for (DataType type : ops::all_data_types()) {
    const ops::Bytes data = values(type, Fill::Distinct);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 4000; ++i) {
      seen.insert(bits_at(type, data, i));
      if (!is_float(type)) continue;
      const double magnitude = std::abs(ops::float_at(type, data, i));
      EXPECT_TRUE(0x1p-4 <= magnitude && magnitude < 0x1p4) << name_of(type) << magnitude;
    }
    EXPECT_GT(seen.size(), size_of(type) == 1 ? 250u : size_of(type) == 2 ? 3000u : 3990u);
  }
}

TEST(ValueFill, ZerosAreMostlyZeroAndBitsAreAnything) {
  for (DataType type : ops::all_data_types()) {
    const ops::Bytes zeros = values(type, Fill::Zeros), bits = values(type, Fill::Bits);
    int zero = 0;
    std::uint64_t any = 0, all = ~std::uint64_t{0};
    for (std::uint64_t i = 0; i < 4000; ++i) {
      zero += bits_at(type, zeros, i) == 0;
      any |= bits_at(type, bits, i);
      all &= bits_at(type, bits, i);
    }
    EXPECT_GT(zero, 3300);
    EXPECT_LT(zero, 3900);
    EXPECT_EQ(any, ~std::uint64_t{0} >> (64 - 8 * size_of(type)));
    EXPECT_EQ(all, 0u);
    if (is_float(type)) {
      EXPECT_GT(count(type, zeros).minus_zero, 50);
    }
  }
}

// --- indices
// --------------------------------------------------------------------------------------

/// A gather's indices, 0..length−1 inside.
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

TEST(Hash, SeesEachPartOfAProblem) {
  const std::string base =
      "gather:level=6_4:InputTensor=FLOAT32.3x3:IndicesTensor=INT32.1x3:OutputTensor=FLOAT32.3x3:"
      "Axis=0:IndexDimensions=1";
  std::set<std::uint64_t> seen{hash_of(filled(base))};
  std::size_t lines = 1;
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"INT32", "UINT32"},
           {"3x3:I", "3x3/3x1:I"},
           {"3x3:I", "3x3#40:I"},
           {"3x3:I", "3x3~4:I"},
           {"Axis=0", "Axis=1"},
           {"IndexDimensions=1", "IndexDimensions=1:seed=1"}}) {
    std::string line = base;
    line.replace(line.find(from), std::string_view(from).size(), to);
    seen.insert(hash_of(filled(line)));
    EXPECT_EQ(seen.size(), ++lines) << line;
  }
}

}  // namespace
}  // namespace assay::specs
