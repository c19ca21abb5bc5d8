#include "conformance/plan/build_classes.h"

#include <algorithm>
#include <map>
#include <string>

#include "opencl/program/build_options.h"
#include "opencl/program/program.h"
#include "ops/hash.h"
#include "specs/draw.h"

namespace assay::conformance {
namespace {

/// No other data types are sought when so many draws, for each that was found, gave none.
constexpr std::size_t kTypeDraws = 32;
/// The stream of the seed from which data types are drawn. BuildOrder draws from stream 1.
constexpr std::uint64_t kTypesStream = 0;

}  // namespace

std::vector<BuildClass> build_classes(const specs::Spec& spec, const opencl::KernelFile& kernels,
                                      const std::vector<specs::Level>& levels, std::uint64_t seed) {
  specs::SeededChooser choose(
      rc::Random(rc::Random::Key{seed, kTypesStream, ops::fnv1a(spec.name()), 0}));
  std::vector<specs::Level> supported;
  for (const specs::Level level : levels.empty() ? spec.interesting_levels : levels)
    if (spec.support_at(level)) supported.push_back(level);
  std::vector<ops::List> tuples;
  for (std::size_t since = 0; since < kTypeDraws * (tuples.size() + 1); ++since) {
    const ops::List types = specs::draw_head(spec, choose, {1}, supported).types;
    if (std::find(tuples.begin(), tuples.end(), types) != tuples.end()) continue;
    tuples.push_back(types);
    since = 0;
  }
  std::vector<BuildClass> classes;
  for (std::size_t v = 0; v < kernels.variants.size(); ++v) {
    std::map<std::string, std::size_t> by_options;
    for (const ops::List& tuple : tuples) {
      std::vector<ops::DataType> types;
      for (const std::int64_t type : tuple) types.push_back(static_cast<ops::DataType>(type));
      if (!kernels.variants[v].takes(types)) continue;
      const std::string options = build_options(kernels.variants[v], types, {});
      const auto [at, is_first] = by_options.emplace(options, classes.size());
      if (is_first)
        classes.push_back({&kernels.variants[v], v, {}, std::vector<std::uint32_t>(tuple.size())});
      BuildClass& c = classes[at->second];
      c.types.push_back(tuple);
      for (std::size_t p = 0; p < tuple.size(); ++p) c.masks[p] |= 1u << tuple[p];
    }
  }
  return classes;
}

}  // namespace assay::conformance
