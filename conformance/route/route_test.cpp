// Tests of the text of routes, of drawn routes, and of simpler routes.
#include "conformance/route/route.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "opencl/shape/shape.h"
#include "ops/error.h"
#include "ops/hash.h"
#include "specs/draw.h"
#include "testing/specs/catalogue.h"

namespace assay::conformance {
namespace {

opencl::DeviceInfo device() {
  opencl::DeviceInfo info;
  info.max_work_group_size = 4096;
  info.out_of_order = true;
  info.coarse_svm = info.spirv = true;
  info.address_bits = 64;
  info.max_allocation = std::uint64_t{8} << 30;
  info.global_memory = std::uint64_t{32} << 30;
  info.standards = {12, 20, 30};
  return info;
}

using specs::testing::catalogue;

/// Draws `count` routes for cases of the operator and gives the features that they have. Adds to
/// `building` the number of routes for which a driver must build.
std::set<std::string> drawn_fields(const specs::Spec& spec, int count, unsigned& building) {
  const opencl::KernelFile file = opencl::load_kernels(spec.signature);
  std::vector<const opencl::Variant*> variants;
  for (const opencl::Variant& v : file.variants) variants.push_back(&v);
  specs::SeededChooser chooser(7);
  std::set<std::string> fields;
  const std::string plain = build_text(Route());
  for (int i = 0; i < count; ++i) {
    const specs::Case c = specs::draw(spec, chooser);
    Route route = draw_route(variants, device(), chooser, &c);
    EXPECT_EQ(parse_route(print_route(route)), route);
    for (const auto& field : print_route(route))
      if (field.first != "variant" && field.first != "placement")
        fields.insert(field.first + "=" + field.second);
    route.variant.clear();
    building += build_text(route) != plain;
  }
  return fields;
}

TEST(Route, that_shares_a_launch_makes_drivers_compile_nothing_else) {
  const specs::Spec& spec = *catalogue().find("cumulative_summation");
  const opencl::KernelFile file = opencl::load_kernels(spec.signature);
  std::vector<const opencl::Variant*> variants;
  for (const opencl::Variant& v : file.variants) variants.push_back(&v);
  specs::SeededChooser chooser(8);
  for (int i = 0; i < 3000; ++i) {
    const specs::Case c = specs::draw(spec, chooser);
    const Route with = draw_route(variants, device(), chooser, &c);
    Route route = draw_route(variants, device(), chooser, &c);
    share_launch(route, with);
    EXPECT_EQ(launch_text(c, route), launch_text(c, with));
    EXPECT_EQ(program_text(c, route), program_text(c, with));
  }
}

TEST(Route, draws_every_feature_and_few_that_build) {
  std::set<std::string> fields;
  unsigned building = 0;
  constexpr int kEach = 20000;
  for (const specs::Spec* spec : specs::testing::some_specs(catalogue())) {
    unsigned of_this = 0;
    const auto some = drawn_fields(*spec, kEach, of_this);
    fields.insert(some.begin(), some.end());
    // Even if each data type has a building feature assigned to it, that is drawn only every second
    // time.
    EXPECT_LT(of_this, 52u * kEach / 100) << spec->name();
  }
  // The number depends on the names of the operators. The bound was found with these operators.
  // Together with the others, they have all features.
  const std::vector<const char*> measured{"cumulative_summation", "gather", "nonzero_coordinates",
                                          "scatter_nd", "slice1"};
  for (const char* name : measured) {
    const auto some = drawn_fields(*catalogue().find(name), kEach, building);
    fields.insert(some.begin(), some.end());
  }
  for (const char* field : {"local=1",          "local=33",         "local=256",
                            "local=4096",       "local=null",       "guard=72",
                            "guard=1024",       "memory=rect",      "memory=map",
                            "memory=usehost",   "memory=allochost", "memory=copyhost",
                            "memory=subbuffer", "memory=copy",      "memory=copyrect",
                            "memory=svm",       "memory=svmcopy",   "pieces=2",
                            "pieces=5",         "inplace=true",     "poison=differential",
                            "cases=constant",   "cases=value",      "queue=outoforder",
                            "queue=several",    "queue=profiling",  "offset=1",
                            "offset=4",         "launches=2",       "launches=3",
                            "program=binary",   "program=spirv",    "memory=far",
                            "optimize=false",   "std=CL2.0",        "std=CL3.0",
                            "repeat=2",         "repeat=3",         "probe=scalars",
                            "probe=calls"})
    EXPECT_TRUE(fields.contains(field)) << field;
  EXPECT_LT(building, kEach * measured.size() / 4);
}

/// A device that lacks everything that a device may lack.
opencl::DeviceInfo plainest_device() {
  opencl::DeviceInfo info;
  info.max_work_group_size = 128;
  info.standards = {12};
  return info;
}

opencl::Variant variant_named(const char* name, std::optional<std::size_t> local) {
  opencl::Variant variant;
  variant.name = name;
  variant.passes.push_back({.name = name, .groups = {}, .local = local, .path = {}, .line = 0});
  return variant;
}

// The routes of a seed must not change, like its cases, so that a seed finds a failure again.
TEST(Route, of_a_seed_is_the_same_between_versions) {
  const opencl::Variant free = variant_named("free", {}), fixed = variant_named("fixed", 64);
  std::uint64_t hash = ops::kFnvBasis;
  for (const auto& device : {device(), plainest_device()})
    for (const char* name : {"cumulative_summation", "gather"})
      for (const ops::DataType type : ops::all_data_types()) {
        specs::Case example(*catalogue().find(name));
        example.descriptor.tensors[0].type = type;
        specs::SeededChooser chooser(11);
        for (int i = 0; i < 2000; ++i) {
          const Route route =
              draw_route({&free, &fixed}, device, chooser, i % 8 ? &example : nullptr);
          for (const auto& [field, value] : print_route(route))
            hash = ops::fnv1a(field + "=" + value + ":", hash);
        }
      }
  EXPECT_EQ(hash, 12428041038791398222u);
}

TEST(Route, in_place_is_for_operators_that_allow_it) {
  unsigned building = 0;
  const auto fields = [&](const char* name) {
    return drawn_fields(*catalogue().find(name), 200, building);
  };
  EXPECT_TRUE(fields("cumulative_summation").contains("inplace=true"));
  EXPECT_FALSE(fields("gather").contains("inplace=true"));
  Route route;
  route.in_place = true;
  EXPECT_TRUE(launch_options(route, *catalogue().find("cumulative_summation")).in_place);
  EXPECT_FALSE(launch_options(route, *catalogue().find("gather")).in_place);
}

TEST(Route, has_simpler_ones_down_to_its_variant) {
  Route route = parse_route({{"variant", "v"}, {"memory", "map"}, {"local", "null"}});
  const auto simpler = simpler_routes(route);
  ASSERT_EQ(simpler.size(), 2u);
  EXPECT_EQ(print_route(simpler[0]).back().first, "memory");
  EXPECT_EQ(print_route(simpler[1]).back().first, "local");
  EXPECT_TRUE(simpler_routes(parse_route({{"variant", "v"}})).empty());
}

TEST(Route, of_a_shape_has_simpler_ones_with_fewer_steps) {
  const Route route = parse_route({{"variant", "v"}, {"shape", "peel.2+unroll.3"}});
  const auto simpler = routes_with_simpler_values(route);
  ASSERT_EQ(simpler.size(), 2u);
  EXPECT_EQ(print_route(simpler[0]).back().second, "unroll.3");
  EXPECT_EQ(print_route(simpler[1]).back().second, "peel.2");
  EXPECT_TRUE(routes_with_simpler_values(parse_route({{"variant", "v"}})).empty());
  EXPECT_NE(build_text(route), build_text(simpler[0]));
}

TEST(Route, that_repeats_has_simpler_ones_with_fewer_launches) {
  const auto fewer = [](const char* repeat) {
    std::vector<std::uint64_t> values;
    for (const Route& r : routes_with_simpler_values(parse_route({{"repeat", repeat}})))
      values.push_back(r.repeat);
    return values;
  };
  EXPECT_EQ(fewer("100"), (std::vector<std::uint64_t>{50, 75, 88, 94, 97, 99}));
  EXPECT_EQ(fewer("3"), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(fewer("2"), (std::vector<std::uint64_t>{}));
}

TEST(Route, refuses_what_it_does_not_know) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"speed", "1"},      {"local", "0"},      {"local", "x"},      {"guard", "65"},
      {"memory", "paper"}, {"pieces", "0"},     {"queue", ""},       {"launches", "0"},
      {"std", "CL1"},      {"std", "1.2"},      {"optimize", "no"},  {"inplace", "false"},
      {"repeat", "0"},     {"poison", "green"}, {"program", "text"}, {"cases", "everywhere"},
      {"shape", "paper"}};
  for (const auto& field : wrong) EXPECT_THROW(parse_route({field}), Error) << field.first;
}

RC_GTEST_PROP(RouteText, is_read_back_as_it_was, ()) {
  Route route;
  opencl::LaunchOptions& l = route.launch;
  if (*rc::gen::arbitrary<bool>()) route.variant = "serial";
  l.local = *rc::gen::inRange<std::size_t>(0, 5000);
  l.guard_bytes = 8 * *rc::gen::inRange<std::size_t>(8, 200);
  l.placement = *rc::gen::arbitrary<std::uint32_t>();
  l.memory =
      static_cast<opencl::MemoryKind>(*rc::gen::inRange<std::size_t>(0, opencl::kMemoryKinds));
  l.pieces = *rc::gen::inRange<std::size_t>(1, 65);
  l.case_space =
      static_cast<opencl::CaseSpace>(*rc::gen::inRange<std::size_t>(0, opencl::kCaseSpaces));
  l.queue = static_cast<opencl::QueueKind>(*rc::gen::inRange<std::size_t>(0, opencl::kQueueKinds));
  l.offset = *rc::gen::inRange<std::size_t>(0, 65537);
  l.launches = *rc::gen::inRange<std::size_t>(1, 65);
  l.program =
      static_cast<opencl::ProgramFrom>(*rc::gen::inRange<std::size_t>(0, opencl::kProgramsFrom));
  l.optimize = *rc::gen::arbitrary<bool>();
  l.cl_std = *rc::gen::element(12u, 20u, 30u);
  if (*rc::gen::arbitrary<bool>())
    l.shape = opencl::shape_of(opencl::drawn_chain(*rc::gen::arbitrary<std::uint64_t>()));
  route.in_place = *rc::gen::arbitrary<bool>();
  route.poison = *rc::gen::element(PoisonKind::Once, PoisonKind::Differential);
  route.repeat = *rc::gen::inRange<std::uint64_t>(1, 65537);
  RC_ASSERT(parse_route(print_route(route)) == route);
}

}  // namespace
}  // namespace assay::conformance
