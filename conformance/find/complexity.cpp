// Complexities are compared part by part: first the number of rewritings of the kernels, then the
// elements, then the dimensions, and then what makes a case harder to read.
#include "conformance/find/complexity.h"

#include "conformance/find/simpler_float.h"
#include "opencl/shape/shape.h"

namespace assay::conformance {
namespace {

std::uint64_t magnitude(std::int64_t v) {
  const auto bits = static_cast<std::uint64_t>(v);
  return v < 0 ? 2 * (0 - bits) + 1 : 2 * bits;
}

/// How far a member's values are from the simplest ones.
std::uint64_t distance_of(const ops::Member& m, const ops::Descriptor& d) {
  const auto type = value_type(m, d);
  std::uint64_t all = 0;
  for (const std::int64_t v : d.values[m.place])
    all += type && is_float(*type) ? float_complexity(*type, v) : magnitude(v);
  return all;
}

}  // namespace

std::vector<std::uint64_t> complexity(const Routed& r) {
  std::uint64_t dimensions = 0, outer = 0, dressed = 0, strides = 0, values = 0, sizes = 0;
  for (const ops::TensorDesc& t : r.c.descriptor.tensors) {
    dimensions += t.sizes.size();
    for (std::size_t i = 0; i < t.sizes.size(); ++i)
      if (t.sizes[i] > 1) outer += t.sizes.size() - i;
    dressed += t.strided + t.bytes.has_value() + (t.alignment > 0);
    if (t.strided)
      for (std::int64_t s : t.strides) strides += magnitude(s);
    for (std::int64_t s : t.sizes) sizes += magnitude(s);
  }
  for (const ops::Member& m : r.c.spec->signature.members)
    if (!is_tensor(m.kind)) values += distance_of(m, r.c.descriptor);
  dressed += (r.c.fill != specs::Fill::Distinct) + (r.c.indices != specs::IndexFill::Inside) +
             count_fields(r.route);
  return {opencl::shape_cost(r.route.launch.shape),
          total_elements(r.c),
          dimensions,
          outer,
          dressed,
          r.route.repeat,
          static_cast<std::uint64_t>(r.c.fill) + static_cast<std::uint64_t>(r.c.indices),
          strides,
          sizes,
          values,
          r.c.seed};
}

}  // namespace assay::conformance
