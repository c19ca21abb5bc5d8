// The data of a line are frozen and the same everywhere, and each fill does what its name says.
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
#include "testing/places.h"
#include "testing/specs/catalogue.h"
#include "testing/specs/filled.h"

namespace assay::specs {
namespace {

using ops::DataType;
using ops::Problem;

using testing::catalogue;
using testing::filled;

/// Reads the lines of specs/frozen_lines.txt: a hash, a space, a case.
std::map<std::string, std::string> frozen_lines() {
  std::istringstream in(read_file(assay::testing::source_folder() / "specs/frozen_lines.txt"));
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

// Only operators that have lines are tested. An operator that is in no release needs none.
TEST(FrozenLines, HaveSomethingOfEverything) {
  std::set<std::string> seen, wanted, operators;
  for (const auto& [line, hash] : frozen_lines()) operators.insert(line.substr(0, line.find(':')));
  for (const std::string& name : operators) {
    for (std::size_t i = 0; i < kFills; ++i) {
      const bool has_edges = catalogue().find(name)->signature.formula != nullptr;
      if (static_cast<Fill>(i) == Fill::Edges && !has_edges) continue;
      wanted.insert(fmt::format("{} {}", name, name_of(static_cast<Fill>(i))));
    }
    wanted.merge(std::set{name + " strided", name + " broadcast"});
  }
  EXPECT_GE(frozen_lines().size(), 84u) << "lines are gone";
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
  EXPECT_TRUE(
      ops::holds("the same case gives the same data, the route and used buffers aside",
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
                   c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
                     const ops::TensorDesc& t = c.descriptor.tensors[place];
                     RC_ASSERT(problem.data[place].size() ==
                               (m.kind == ops::Kind::Input ? elements_of(t) * size_of(t.type) : 0));
                   });
                   Case seeded = c;
                   ++seeded.seed;
                   if (c.fill == Fill::Distinct && problem.data[0].size() >= 16 &&
                       !c.spec->values_rule(0) && !overlaps_itself(c.descriptor.tensors[0]))
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
        c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
          if (m.kind != ops::Kind::Input) return;
          ops::TensorDesc& t = c.descriptor.tensors[place];
          if (!t.strided) t.strides = packed_strides(t.sizes);
          t.strided = true;
          t.bytes.reset();
          for (std::int64_t& s : t.strides)
            if (ops::pick(random, 0, 1)) s = ops::pick(random, 0, s);
        });
        if (!is_possible(c, c.indices)) c.indices = IndexFill::Inside;
        RC_LOG() << print_case(c);
        RC_ASSERT(is_valid(c));
        const Problem problem = filled(c);
        RC_ASSERT(broken_data_rules(c, problem).empty());
        c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
          if (m.kind != ops::Kind::Input) return;
          const ops::TensorDesc& t = c.descriptor.tensors[place];
          const ops::Bytes& data = problem.data[place];
          ops::Bytes memory(*span_elements(t) * size_of(t.type)), again(data.size());
          unpack(t, data, memory);
          pack(t, memory, again);
          RC_ASSERT(again == data);
        });
      }));
}

TEST(Fill, OfFewHasZerosAndEqualElementsAndFiniteOnesWhereTheyAreSummedUp) {
  const auto count = [](const std::string& line, const auto& is) {
    const Problem problem = filled(line + ":fill=few:seed=3");
    std::size_t n = 0;
    for (std::uint64_t i = 0; i < 400; ++i)
      n += is(ops::float_at(DataType::FLOAT32, problem.data[0], i));
    return n;
  };
  const std::string copied =
      "gather:level=4_1:InputTensor=FLOAT32.400:IndicesTensor=UINT32.1:OutputTensor=FLOAT32.1:"
      "Axis=0:IndexDimensions=1";
  const std::string summed =
      "cumulative_summation:level=5_0:InputTensor=FLOAT32.400:OutputTensor=FLOAT32.400:Axis=0:"
      "AxisDirection=INCREASING:HasExclusiveSum=false";
  for (const std::string& line : {copied, summed})
    for (const double value : {0, 1, -1})
      EXPECT_NEAR(count(line, [&](double x) { return x == value; }), 110, 40) << line << value;
  EXPECT_GT(count(copied, [](double x) { return std::isnan(x); }), 5u);
  EXPECT_GT(count(copied, [](double x) { return std::isinf(x); }), 20u);
  EXPECT_EQ(count(summed, [](double x) { return !std::isfinite(x); }), 0u);
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
