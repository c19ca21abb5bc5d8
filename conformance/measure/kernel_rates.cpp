// The case is drawn many times by the rules of the spec, so this file knows no operator. The case
// nearest to the size that was asked for is taken. Half of its elements should be in outputs: a
// kernel that hardly reads a large input would seem faster than it is.
#include "conformance/measure/kernel_rates.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/route/route.h"
#include "conformance/run/fits.h"
#include "conformance/run/pipeline.h"
#include "opencl/launch/floor.h"
#include "ops/error.h"
#include "specs/draw.h"
#include "specs/fill.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using specs::Case;

constexpr int kDraws = 20000;
// A copy and a variant's passes are each repeated for so long, so that the device is awake for
// both, and its caches are filled alike.
constexpr double kSeconds = 0.05;

/// Takes strides and spare bytes from the case, aligns its tensors for vectors, and chooses data
/// whose sums must be rounded, so that the oracle has to bound them. Gives false where the result
/// is not valid.
bool pack(Case& c) {
  for (ops::TensorDesc& t : c.descriptor.tensors) {
    if (t.absent) continue;
    t.strided = false;
    t.strides.clear();
    t.bytes.reset();
    t.alignment = 64;
  }
  c.fill = specs::Fill::Distinct;
  c.indices = specs::IndexFill::Inside;
  return specs::is_valid(c);
}

/// Throws Error where the launches left an output as it was, or not all that was read came back:
/// what was measured is then no kernel.
void require_outputs(const ops::Problem& problem, const opencl::BatchOutcome& outcome,
                     const std::string& variant) {
  if (!outcome.damages.empty())
    throw Error(fmt::format(
        "of variant {}, memory that no kernel may change did not come back as it was", variant));
  problem.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind != ops::Kind::Output) return;
    const auto came = outcome.memory(0, place), before = outcome.before(0, place);
    if (!came.empty() && std::ranges::equal(came, before))
      throw Error(fmt::format("the launches of variant {} wrote nothing to {}", variant, m.name));
  });
}

std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// How far a case is from having `elements` elements, half of them in outputs.
std::uint64_t distance_of(const Case& c, std::uint64_t elements) {
  std::uint64_t out = 0;
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind == ops::Kind::Output) out += elements_of(c.descriptor.tensors[place]);
  });
  return distance(total_elements(c), elements) +
         2 * distance(std::min(out, elements / 2), elements / 2);
}

}  // namespace

Case case_for_rates(const specs::Spec& spec, std::uint64_t elements) {
  const specs::Limits limits{elements + elements / 8};
  specs::SeededChooser chooser(elements);
  const std::vector<specs::Level> newest{spec.interesting_levels.back()};
  Case best;
  std::uint64_t nearest = UINT64_MAX;
  for (int i = 0; i < kDraws; ++i) {
    specs::Head head = specs::draw_head(spec, chooser, limits, newest);
    head.size_class = specs::largest_size_class(limits);
    if (static_cast<ops::DataType>(head.types[spec.signature.first_tensor()]) !=
        ops::DataType::FLOAT32)
      continue;
    Case c = specs::draw(head, chooser, limits);
    if (!pack(c)) continue;
    const std::uint64_t off = distance_of(c, elements);
    if (off >= nearest) continue;
    nearest = off;
    best = std::move(c);
  }
  return best;
}

std::vector<KernelRate> measure_kernels(opencl::Launcher& launcher, KernelLibrary& library,
                                        const Case& c, unsigned repetitions) {
  std::vector<KernelRate> rates;
  const specs::Spec& spec = *c.spec;
  const opencl::Device& device = launcher.device();
  if (!fits({&c, 1}, device.info())) return rates;
  std::vector<ops::Problem> problem(1);
  specs::fill(c, problem[0]);
  const std::uint64_t bytes = total_bytes(c);
  const double copy = opencl::measure_copy(device, bytes, kSeconds);
  for (const opencl::Variant* variant :
       library.offered(spec, types_of(c.descriptor), device.info())) {
    const auto launch = [&] {
      const opencl::BatchOutcome& outcome =
          launcher.launch(library.of(spec), *variant, problem, {});
      if (outcome.failure) throw *outcome.failure;
      require_outputs(problem[0], outcome, variant->name);
    };
    // The driver may compile in the first launch.
    launcher.measure(false);
    launch();
    launcher.measure(true, {repetitions, kSeconds});
    launch();
    rates.push_back({variant->name, total_elements(c), bytes, launcher.times().run, copy});
  }
  launcher.measure(false);
  return rates;
}

}  // namespace assay::conformance
