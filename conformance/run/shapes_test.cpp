// Shaped kernels build, and compute what the kernels as they are written compute: their answers are
// permitted. A rewriting that changes the meaning is found so.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "conformance/run/pipeline.h"
#include "conformance/run/record.h"
#include "opencl/shape/kernel_tree.h"
#include "opencl/shape/shape.h"
#include "ops/stopwatch.h"
#include "specs/case_text.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// Some cases of the operator, all with the same data types.
std::vector<specs::Case> cases_of(const specs::Spec& spec, specs::Chooser& chooser) {
  constexpr int kCases = 24;
  specs::Limits limits;
  limits.max_elements = 4096;
  specs::Head head = specs::draw_head(spec, chooser, limits);
  std::vector<specs::Case> cases;
  for (int i = 0; i < kCases; ++i) {
    head.size_class = specs::draw_size_class(chooser, limits);
    cases.push_back(specs::draw(head, chooser, limits));
  }
  return cases;
}

/// The first divergence of the cases on a shape, as a line with its judgement; empty if there is
/// none.
std::string divergence(Pipeline& pipeline, const std::vector<specs::Case>& cases,
                       const opencl::Variant& variant, std::uint64_t shape) {
  Route route;
  route.variant = variant.name;
  route.launch.shape = shape;
  const auto judgements = pipeline.run(cases, route);
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (is_divergence(judgements[i].verdict))
      return line_of(cases[i], route) + ": " + judgements[i].text();
  return {};
}

/// Whether the items of a group meet at a barrier. PoCL 3.1 runs what stands behind it by all of
/// them in many shapes (conformance/known/POCL.md), so such kernels are compared with Oclgrind
/// instead (cmd/test.sh).
bool has_barrier(const opencl::KernelFile& file, const opencl::Variant& variant) {
  std::vector<std::string> kernels;
  for (const opencl::Pass& pass : variant.passes) kernels.push_back(pass.name);
  const opencl::KernelTree tree(file.source(variant), kernels);
  return std::any_of(tree.functions().begin(), tree.functions().end(),
                     [&](const opencl::Function& f) { return tree.has_barrier(f.body().all); });
}

// Each rewriting is made at all of its places at once. A build takes a fifth of a second, so a run
// of the tests draws operators and rewritings, from another seed each time.
TEST(Shapes, compute_what_the_kernels_compute) {
  constexpr double kSeconds = 12;
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  specs::SeededChooser chooser(seed);
  Pipeline& pipeline = sound_pipeline();
  const ops::Stopwatch watch;
  const auto& specs = some_specs();
  int launches = 0;
  do {
    const specs::Spec& spec = *specs[chooser.below(specs.size())];
    const std::vector<specs::Case> cases = cases_of(spec, chooser);
    const auto offered = pipeline.offered(spec, types_of(cases[0].descriptor));
    if (offered.empty()) continue;
    const opencl::Variant& variant = *offered[chooser.below(offered.size())];
    if (has_barrier(pipeline.library().of(spec), variant)) continue;
    const opencl::Step step{chooser.below(opencl::rewritings().size()), 0};
    ASSERT_EQ(divergence(pipeline, cases, variant, opencl::shape_of({step})), "");
    ++launches;
  } while (watch.seconds() < kSeconds);
  EXPECT_GT(launches, 3);
}

/// A folder with the kernels of gather after a rewriting, in which a text was replaced.
std::filesystem::path spoilt_kernels(const char* chain, const std::string& from,
                                     const std::string& to) {
  const std::filesystem::path folder = test_folder() / "shapes";
  std::filesystem::create_directories(folder);
  std::string text = opencl::shaped(opencl::kernel_text("gather").text,
                                    opencl::chain_of(opencl::parse_shape(chain)));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << chain;
  if (at != text.npos) text.replace(at, from.size(), to);
  std::ofstream(folder / "gather.cl") << text;
  return folder;
}

TEST(Shapes, of_which_a_rewriting_is_wrong_are_found) {
  specs::SeededChooser chooser(1);
  const specs::Spec& spec = *catalogue().find("gather");
  const std::vector<specs::Case> cases = cases_of(spec, chooser);
  const auto diverges = [&](const char* chain, const char* from, const char* to) {
    Pipeline pipeline = test_pipeline(spoilt_kernels(chain, from, to));
    for (const opencl::Variant* v : pipeline.offered(spec, types_of(cases[0].descriptor)))
      if (!divergence(pipeline, cases, *v, 0).empty()) return true;
    return false;
  };
  EXPECT_FALSE(diverges("guard-return", "if (!(", "if (!("));
  EXPECT_TRUE(diverges("guard-return", "if (!(", "if (("));
  EXPECT_TRUE(diverges("barrier", "barrier(CLK_LOCAL_MEM_FENCE);", "return;"));
}

}  // namespace
}  // namespace assay::conformance::testing
