// Examples are made up: each property is a number, and a rule says which examples fail.
#include "conformance/findings/separate.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "conformance/route/kernel_library.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// Cases of an operator, drawn from a seed, on drawn routes; those that `fails` holds for have
/// failed.
struct Drawn {
  Properties properties;
  std::vector<Example> examples;

  Drawn(const char* name, std::uint64_t seed, int count,
        const std::function<bool(const std::set<std::string>&)>& fails) {
    const specs::Spec& spec = *catalogue().find(name);
    KernelLibrary library({});
    std::vector<const opencl::Variant*> offered;
    for (const opencl::Variant& v : library.of(spec).variants) offered.push_back(&v);
    opencl::DeviceInfo device;
    device.standards = {12, 20, 30};
    device.max_work_group_size = 1024;
    device.address_bits = 64;
    specs::SeededChooser chooser(seed);
    for (int i = 0; i < count; ++i) {
      const specs::Case c = draw(spec, chooser);
      const Route route = draw_route(offered, device, chooser, &c);
      examples.push_back({properties.of(library.knobs(spec), c, route)});
    }
    for (Example& e : examples) e.failed = fails(texts(e.properties));
  }

  bool has_all(const std::vector<Properties::Id>& all_of,
               const std::vector<Properties::Id>& has) const {
    return std::all_of(all_of.begin(), all_of.end(),
                       [&](Properties::Id id) { return properties.holds(id, has); });
  }

  std::set<std::string> texts(const std::vector<Properties::Id>& ids) const {
    std::set<std::string> all;
    for (const Properties::Id id : ids) all.insert(properties[id].text);
    return all;
  }
};

TEST(Separation, finds_the_cause_of_one_fault) {
  Drawn drawn("gather", 1, 4000, [](const auto& has) {
    return has.contains("indices=negative") && has.contains("variant=typed");
  });
  const auto found = separate(drawn.examples, drawn.properties);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].passing, 0u);
  EXPECT_EQ(drawn.texts(found[0].all_of),
            (std::set<std::string>{"indices=negative", "variant=typed"}));
}

TEST(Separation, tells_two_faults_apart) {
  Drawn drawn("gather", 2, 6000, [](const auto& has) {
    return (has.contains("indices=negative") && has.contains("variant=typed")) ||
           has.contains("memory=map");
  });
  const auto found = separate(drawn.examples, drawn.properties);
  ASSERT_EQ(found.size(), 2u);
  std::set<std::set<std::string>> causes;
  for (const Separation& s : found) causes.insert(drawn.texts(s.all_of));
  EXPECT_TRUE(causes.contains({"memory=map"}));
  EXPECT_TRUE(causes.contains({"indices=negative", "variant=typed"}));
}

TEST(Separation, allows_for_a_fault_that_does_not_show_in_each_case) {
  // Properties that hold by chance differ from seed to seed.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Drawn drawn("gather", seed, 4000,
                [](const auto& has) { return has.contains("indices=negative"); });
    for (std::size_t i = 0; i < drawn.examples.size(); i += 3) drawn.examples[i].failed = false;
    const auto found = separate(drawn.examples, drawn.properties);
    ASSERT_EQ(found.size(), 1u) << seed;
    EXPECT_GT(found[0].passing, 0u) << seed;
    EXPECT_EQ(drawn.texts(found[0].all_of), (std::set<std::string>{"indices=negative"})) << seed;
  }
}

TEST(Separation, is_not_split_where_a_few_cases_of_a_fault_pass_by_chance) {
  for (const std::uint64_t seed : {9, 10}) {
    Drawn drawn("tile", seed, 4000, [](const auto& has) { return has.contains("variant=bits"); });
    std::size_t failing = 0;
    for (Example& e : drawn.examples)
      if (e.failed && ++failing % 300 == 0) e.failed = false;
    const auto found = separate(drawn.examples, drawn.properties);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(drawn.texts(found[0].all_of), (std::set<std::string>{"variant=bits"}));
    EXPECT_EQ(found[0].passing, failing / 300);
  }
}

TEST(Separation, names_the_values_of_a_knob_that_fail_alike_in_the_same_order_always) {
  for (const std::uint64_t seed : {5, 6, 7, 8}) {
    Drawn drawn("gather", seed, 4000, [](const auto& has) {
      return has.contains("indices=negative") || has.contains("indices=edges");
    });
    const auto found = separate(drawn.examples, drawn.properties);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(drawn.texts(found[0].all_of), (std::set<std::string>{"indices=edges or negative"}));
  }
}

TEST(Separation,
     takes_what_failures_are_known_to_need_for_a_cause_before_what_they_share_by_chance) {
  const std::set<std::string> cause{"local=null", "pieces=other"};
  Drawn drawn("gather", 11, 6000,
              [&](const auto& has) { return std::ranges::includes(has, cause); });
  // All failing cases have negative indices, as those of one batch may, and no other case has.
  std::erase_if(drawn.examples, [&](const Example& e) {
    return e.failed != drawn.texts(e.properties).contains("indices=negative");
  });
  for (Example& e : drawn.examples)
    if (e.failed)
      for (const Properties::Id id : e.properties)
        if (cause.contains(drawn.properties[id].text)) e.needed.push_back(id);
  const auto found = separate(drawn.examples, drawn.properties);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(drawn.texts(found[0].all_of), cause);
}

TEST(Separation, says_so_where_nothing_separates) {
  Drawn drawn("gather", 3, 2000, [](const auto&) { return false; });
  // Every seventh case fails, whatever it is.
  for (std::size_t i = 0; i < drawn.examples.size(); i += 7) drawn.examples[i].failed = true;
  const auto found = separate(drawn.examples, drawn.properties, 3);
  for (const Separation& s : found)
    EXPECT_TRUE(s.all_of.empty() || s.failing.size() < 20)
        << fmt::format("{}", fmt::join(drawn.texts(s.all_of), " and ")) << ": " << s.failing.size()
        << ", " << s.passing;
}

RC_GTEST_PROP(Separation, explains_each_failing_example_once_and_truly, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const auto share = *rc::gen::inRange(2, 60);
  Drawn drawn("slice1", seed, 400, [](const auto&) { return false; });
  for (std::size_t i = 0; i < drawn.examples.size(); ++i)
    drawn.examples[i].failed = (i * 2654435761u >> 7) % static_cast<std::size_t>(share) == 0;
  for (std::size_t i = 0; i < drawn.examples.size(); ++i)
    for (const Properties::Id id : drawn.examples[i].properties)
      if (drawn.examples[i].failed && (id + seed) % 7 == 0) drawn.examples[i].needed.push_back(id);
  std::multiset<std::size_t> explained;
  for (const Separation& s : separate(drawn.examples, drawn.properties)) {
    std::size_t passing = 0;
    for (const Example& e : drawn.examples)
      passing += !e.failed && drawn.has_all(s.all_of, e.properties);
    RC_ASSERT(passing == s.passing);
    for (const std::size_t i : s.failing) {
      RC_ASSERT(drawn.has_all(s.all_of, drawn.examples[i].properties));
      explained.insert(i);
    }
  }
  for (std::size_t i = 0; i < drawn.examples.size(); ++i)
    RC_ASSERT(explained.count(i) == (drawn.examples[i].failed ? 1u : 0u));
}

}  // namespace
}  // namespace assay::conformance::testing
