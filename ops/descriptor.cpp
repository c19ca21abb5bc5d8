// Members of an operator are found by name and by place.
#include "ops/descriptor.h"

#include <cassert>
#include <utility>

namespace assay::ops {

void Signature::add(std::string name, Kind kind, std::vector<Enumerator> enumerators) {
  const std::size_t place = is_tensor(kind) ? tensor_count++ : value_count++;
  members.push_back({std::move(name), kind, place, std::move(enumerators)});
}

const Member* Signature::find(std::string_view name) const {
  for (const Member& m : members)
    if (m.name == name) return &m;
  return nullptr;
}

const Member& Signature::tensor_at(std::size_t place) const {
  for (const Member& m : members)
    if (is_tensor(m.kind) && m.place == place) return m;
  assert(false && "no tensor at this place");
  __builtin_unreachable();
}

void Descriptor::restart(const Signature& s) {
  signature = &s;
  tensors.assign(s.tensor_count, TensorDesc());
  values.assign(s.value_count, List());
  for (const Member& m : s.members)
    if (!is_tensor(m.kind) && !is_array(m.kind)) values[m.place] = List{0};
}

const TensorDesc& Descriptor::tensor(std::string_view name) const {
  const Member* m = signature->find(name);
  assert(m && is_tensor(m->kind));
  return tensors[m->place];
}

TensorDesc& Descriptor::tensor(std::string_view name) {
  return const_cast<TensorDesc&>(std::as_const(*this).tensor(name));
}

const List& Descriptor::list(std::string_view name) const {
  const Member* m = signature->find(name);
  assert(m && !is_tensor(m->kind));
  return values[m->place];
}

}  // namespace assay::ops
