#include "conformance/plan/covering_shapes.h"

#include <algorithm>
#include <map>
#include <memory>

#include "conformance/plan/build_order.h"
#include "opencl/shape/kernel_tree.h"
#include "ops/hash.h"
#include "specs/draw.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kShapedCases = 16;
/// The size classes of the cases.
constexpr unsigned kShapedClasses = 5;

specs::SeededChooser chooser_of(std::uint64_t seed, const std::string& what) {
  return specs::SeededChooser(rc::Random(rc::Random::Key{seed, ops::fnv1a(what), 0x5a9e, 0}));
}

/// The numbers of the rewritings that find a place in the text, in a drawn order.
std::vector<std::size_t> with_places(const opencl::KernelTree& tree, specs::Chooser& chooser) {
  const auto all = opencl::rewritings();
  std::vector<std::size_t> found;
  for (std::size_t r = 0; r < all.size(); ++r)
    if (!all[r].places(tree).empty())
      found.insert(found.begin() + static_cast<std::ptrdiff_t>(chooser.below(found.size() + 1)), r);
  return found;
}

/// Takes a chain out of the rewritings that are left: each of its steps changes what the steps
/// before it made of the text.
opencl::Chain take_chain(std::vector<std::size_t>& left, std::string text,
                         std::span<const std::string> kernels, specs::Chooser& chooser) {
  opencl::Chain chain;
  auto tree = std::make_unique<opencl::KernelTree>(text, kernels);
  std::erase_if(left, [&](std::size_t rewriting) {
    if (chain.size() == opencl::kMostSteps || opencl::rewritings()[rewriting].places(*tree).empty())
      return false;
    const opencl::Step step{rewriting, 1 + chooser.below(opencl::kMostPlace)};
    std::string next = opencl::shaped(text, {step}, kernels);
    if (next == text) return false;
    text = std::move(next);
    tree = std::make_unique<opencl::KernelTree>(text, kernels);
    chain.push_back(step);
    return true;
  });
  return chain;
}

/// The batches of one operator.
class Shaping {
 public:
  Shaping(const specs::Spec& spec, const opencl::KernelFile& kernels, std::uint64_t seed)
      : spec_(spec), seed_(seed), order_(spec, kernels, {}, Combine::None, seed) {}

  /// Adds a batch of the variant on this chain. Gives whether any data types have that variant.
  bool add(const std::string& variant, const opencl::Chain& chain) {
    specs::SeededChooser chooser =
        chooser_of(seed_, spec_.name() + variant + std::to_string(batches_.size()));
    const BuildKey* const key = key_of(variant, chooser);
    if (!key) return false;
    CoveringBatch batch;
    batch.route.variant = variant;
    batch.route.launch.shape = opencl::shape_of(chain);
    specs::Head head =
        specs::draw_head(spec_, key->types[chooser.below(key->types.size())], chooser, {}, {});
    for (std::size_t i = 0; i < kShapedCases; ++i) {
      head.size_class = static_cast<unsigned>(chooser.below(kShapedClasses));
      batch.cases.push_back(specs::draw(head, chooser, {std::uint64_t{1} << 12}));
    }
    batches_.push_back(std::move(batch));
    return true;
  }

  std::vector<CoveringBatch> take() { return std::move(batches_); }

 private:
  /// One of the first keys of the variant; null where it has none.
  const BuildKey* key_of(const std::string& variant, specs::Chooser& chooser) {
    std::vector<const BuildKey*> keys;
    for (std::size_t n = 0; n < order_.first_keys(); ++n)
      if (const BuildKey* key = order_.at(n); key->variant->name == variant) keys.push_back(key);
    return keys.empty() ? nullptr : keys[chooser.below(keys.size())];
  }

  const specs::Spec& spec_;
  const std::uint64_t seed_;
  BuildOrder order_;
  std::vector<CoveringBatch> batches_;
};

}  // namespace

std::vector<opencl::Chain> covering_chains(const opencl::KernelFile& kernels,
                                           const opencl::Variant& variant, std::uint64_t seed) {
  const std::string text = kernels.source(variant);
  const std::vector<std::string> names = variant.kernels();
  specs::SeededChooser chooser = chooser_of(seed, variant.path + variant.name);
  std::vector<std::size_t> left = with_places(opencl::KernelTree(text, names), chooser);
  std::vector<opencl::Chain> chains;
  while (!left.empty()) {
    opencl::Chain chain = take_chain(left, text, names, chooser);
    // What is left would make the text too long.
    if (chain.empty()) break;
    chains.push_back(std::move(chain));
  }
  return chains;
}

std::vector<std::vector<CoveringBatch>> cover_shapes(std::span<const specs::Spec* const> operators,
                                                     KernelLibrary& library, std::uint64_t seed) {
  std::vector<Shaping> shapings;
  std::map<std::string, std::vector<std::size_t>> families;
  for (std::size_t i = 0; i < operators.size(); ++i) {
    const opencl::KernelFile& kernels = library.of(*operators[i]);
    shapings.emplace_back(*operators[i], kernels, seed);
    families[kernels.path].push_back(i);
  }
  for (const auto& [path, members] : families) {
    const opencl::KernelFile& kernels = library.of(*operators[members[0]]);
    std::size_t turn = 0;
    for (const opencl::Variant& variant : kernels.variants)
      for (const opencl::Chain& chain : covering_chains(kernels, variant, seed))
        // Some operators of a family have no data types for some variants.
        for (std::size_t tried = 0; tried < members.size(); ++tried)
          if (shapings[members[turn++ % members.size()]].add(variant.name, chain)) break;
  }
  std::vector<std::vector<CoveringBatch>> batches;
  for (Shaping& shaping : shapings) batches.push_back(shaping.take());
  return batches;
}

}  // namespace assay::conformance
