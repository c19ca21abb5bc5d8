// Shaped kernels build, and compute what the kernels as they are written compute: their answers are
// permitted. A rewriting that changes the meaning is found so.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "conformance/run/pipeline.h"
#include "conformance/run/record.h"
#include "opencl/shape/kernel_tree.h"
#include "opencl/shape/shape.h"
#include "ops/stopwatch.h"
#include "specs/case_text.h"
#include "specs/draw.h"
#include "testing/conformance/device.h"
#include "testing/places.h"
#include "testing/specs/some_specs.h"

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
  const opencl::KernelTree tree(file.source(variant), variant.kernels());
  return std::any_of(tree.functions().begin(), tree.functions().end(),
                     [&](const opencl::Function& f) { return tree.has_barrier(f.body().all); });
}

// Each rewriting is made at all of its places at once. A build takes a fifth of a second, so a run
// of the tests draws some operators and rewritings.
TEST(Shapes, compute_what_the_kernels_compute) {
  constexpr double kSeconds = 12;
  const std::uint64_t seed = specs::testing::test_seed();
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

// A kernel may have the place once a return was added that nobody takes.
TEST(Shapes, have_a_place_in_some_kernel_each) {
  std::vector<const opencl::Rewriting*> left;
  for (const opencl::Rewriting& r : opencl::rewritings()) left.push_back(&r);
  for (const auto& spec : catalogue().all()) {
    const opencl::KernelFile file = opencl::load_kernels(spec->signature);
    for (const opencl::Variant& variant : file.variants) {
      const std::vector<std::string> kernels = variant.kernels();
      const opencl::KernelTree tree(file.source(variant), kernels);
      std::erase_if(left, [&](const opencl::Rewriting* r) { return !r->places(tree).empty(); });
      if (left.empty()) return;
      const opencl::Chain one_more_return = opencl::chain_of(opencl::parse_shape("dead-return.1"));
      const opencl::KernelTree longer(opencl::shaped(tree.text(), one_more_return, kernels),
                                      kernels);
      std::erase_if(left, [&](const opencl::Rewriting* r) { return !r->places(longer).empty(); });
    }
  }
  for (const opencl::Rewriting* r : left) ADD_FAILURE() << r->name;
}

/// The chains of the table of public reports in docs/shapes.md, by the report's name.
std::map<std::string, std::string> chains_of_reports() {
  std::ifstream page(assay::testing::source_folder() / "docs/shapes.md");
  std::map<std::string, std::string> chains;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| PoCL ")) continue;
    const std::string name = line.substr(2, line.find(" |") - 2);
    const std::size_t end = line.rfind('`'), begin = line.rfind('`', end - 1) + 1;
    chains[name] = line.substr(begin, end - begin);
  }
  return chains;
}

/// Whether each step changes what the steps before it made of the variant's kernels.
bool has_places(const opencl::KernelFile& file, const opencl::Variant& variant,
                const opencl::Chain& chain) {
  std::string text = file.source(variant);
  for (const opencl::Step& step : chain) {
    std::string next = opencl::shaped(text, {step}, variant.kernels());
    if (next == text) return false;
    text = std::move(next);
  }
  return true;
}

TEST(Shapes, of_each_public_report_are_within_reach) {
  const auto chains = chains_of_reports();
  EXPECT_EQ(chains.size(), 4u);
  for (const auto& [report, text] : chains) {
    const opencl::Chain chain = opencl::chain_of(opencl::parse_shape(text));
    EXPECT_LE(chain.size(), 3u) << report;
    const auto& all = catalogue().all();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& spec) {
      const opencl::KernelFile file = opencl::load_kernels(spec->signature);
      return std::any_of(file.variants.begin(), file.variants.end(),
                         [&](const auto& variant) { return has_places(file, variant, chain); });
    })) << report;
  }
}

/// A folder with the operator's kernels after a rewriting, in which a text was replaced.
std::filesystem::path spoilt_kernels(const std::string& name, const std::string& chain,
                                     const std::string& from, const std::string& to) {
  const std::filesystem::path folder = test_folder() / "shapes";
  std::filesystem::create_directories(folder);
  std::string text =
      opencl::shaped(opencl::kernel_text(name).text, opencl::chain_of(opencl::parse_shape(chain)));
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << chain;
  if (at != text.npos) text.replace(at, from.size(), to);
  std::ofstream(folder / (name + ".cl")) << text;
  return folder;
}

TEST(Shapes, of_which_a_rewriting_is_wrong_are_found) {
  const auto diverges = [](const char* name, const char* chain, const char* from, const char* to) {
    specs::SeededChooser chooser(1);
    const specs::Spec& spec = *catalogue().find(name);
    const std::vector<specs::Case> cases = cases_of(spec, chooser);
    Pipeline pipeline = test_pipeline(spoilt_kernels(name, chain, from, to));
    for (const opencl::Variant* v : pipeline.offered(spec, types_of(cases[0].descriptor)))
      if (!divergence(pipeline, cases, *v, 0).empty()) return true;
    return false;
  };
  struct Wrong {
    const char *name, *chain, *from, *to;
  };
  // What is wrong may read or write anywhere, so each runs in a process of its own. A crash shows
  // it, too.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr int kDiverges = 77;
  const auto was_found = [](int status) {
    return WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == kDiverges);
  };
  EXPECT_EXIT(std::_Exit(diverges("gather", "guard-return", "if (!(", "if (!(") ? kDiverges : 0),
              ::testing::ExitedWithCode(0), "");
  for (const Wrong& w :
       {Wrong{"gather", "guard-return", "if (!(", "if (("},
        Wrong{"gather", "barrier", "barrier(CLK_LOCAL_MEM_FENCE);", "return;"},
        // A choice takes its sides the wrong way round.
        Wrong{"tile", "if-choice.1", "(uint)(0) : ", "(uint)(1) : "},
        Wrong{"convolution", "choice-select", "(uint)(at), (uint)(size - 1 - at)",
              "(uint)(size - 1 - at), (uint)(at)"},
        // The second loop is left out, two rounds are, and the first one is.
        Wrong{"scatter_nd", "split-loop.2", "while (more", "while (!more"},
        Wrong{"scatter_nd", "unroll-rest.1", "inner - k > 1", "inner - k > 2"},
        Wrong{"gemm", "reversed-loop", "-- > 0;)", "-- > 1;)"},
        // A counter begins one behind its start, and a neighbour is taken.
        Wrong{"scatter_nd", "wide-variable.1", "k_wide = (uint)(0)", "k_wide = (uint)(1)"},
        Wrong{"gather", "pointer-sum", "InputTensor + (", "InputTensor + 1 + ("},
        Wrong{"gather", "byte-address", "* (long)sizeof", "+ (long)sizeof"}})
    EXPECT_EXIT(std::_Exit(diverges(w.name, w.chain, w.from, w.to) ? kDiverges : 0), was_found, "")
        << w.chain;
}

}  // namespace
}  // namespace assay::conformance::testing
