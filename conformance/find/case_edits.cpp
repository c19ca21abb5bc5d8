#include "conformance/find/case_edits.h"

#include <algorithm>

namespace assay::conformance {

void drop_dimension(specs::Case& c, std::size_t dimensions, std::size_t k, bool follow) {
  for (ops::TensorDesc& t : c.descriptor.tensors) {
    if (t.sizes.size() != dimensions) continue;
    t.sizes.erase(k);
    if (t.strided) t.strides.erase(k);
  }
  for (const ops::Member& m : c.spec->signature.members) {
    if (is_tensor(m.kind)) continue;
    ops::List& value = c.descriptor.values[m.place];
    if (is_array(m.kind)) {
      if (value.size() == dimensions) value.erase(k);
    } else if (follow && (m.kind == ops::Kind::Uint || m.kind == ops::Kind::Int) &&
               value[0] > static_cast<std::int64_t>(k)) {
      --value[0];
    }
  }
}

void replace_sizes(specs::Case& c, std::int64_t from, std::int64_t to) {
  for (ops::TensorDesc& t : c.descriptor.tensors)
    std::replace(t.sizes.begin(), t.sizes.end(), from, to);
}

void drop_tensor(specs::Case& c, const ops::Member& m, std::size_t number) {
  auto& tensors = c.descriptor.tensors;
  const std::size_t count = c.descriptor.tensors_of(m);
  for (std::size_t k = number; k + 1 < count; ++k) tensors[m.place + k] = tensors[m.place + k + 1];
  c.descriptor.set_tensors_of(m, count - 1);
  if (m.is_tensor_array()) --c.descriptor.values[m.count_place][0];
}

}  // namespace assay::conformance
