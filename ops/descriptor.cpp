// Members of an operator are found by name and by place.
#include "ops/descriptor.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace assay::ops {

Member& Signature::add(std::string name, Kind kind, std::vector<Enumerator> enumerators,
                       std::size_t capacity) {
  Member m;
  m.kind = kind;
  m.capacity = capacity;
  m.place = is_tensor(kind) ? tensor_count : value_count;
  (is_tensor(kind) ? tensor_count : value_count) += capacity;
  owners.resize(tensor_count, members.size());
  m.enumerators = std::move(enumerators);
  if (const std::size_t dot = name.find('.'); dot != name.npos) {
    const Member* outer = find(std::string_view(name).substr(0, dot));
    assert(outer && outer->kind == Kind::Struct);
    m.within = outer->place;
  }
  m.name = std::move(name);
  return members.emplace_back(std::move(m));
}

const Member* Signature::find(std::string_view name) const {
  for (const Member& m : members)
    if (m.name == name) return &m;
  return nullptr;
}

std::string Signature::tensor_name(std::size_t place) const {
  const Member& m = tensor_at(place);
  return m.is_tensor_array() ? fmt::format("{}[{}]", m.name, place - m.place) : m.name;
}

std::size_t Signature::first_tensor() const {
  for (const Member& m : members)
    if (is_tensor(m.kind) && !m.optional) return m.place;
  assert(false && "no tensor that is always there");
  __builtin_unreachable();
}

const Member& Signature::value_at(std::size_t place) const {
  for (const Member& m : members)
    if (!is_tensor(m.kind) && m.place == place) return m;
  assert(false && "no value at this place");
  __builtin_unreachable();
}

void Descriptor::restart(const Signature& s) {
  signature = &s;
  tensors.assign(s.tensor_count, TensorDesc());
  values.assign(s.value_count, List());
  for (const Member& m : s.members) {
    if (m.may_be_absent())
      for (std::size_t k = 0; k < m.capacity; ++k) tensors[m.place + k].absent = true;
    if (is_tensor(m.kind) || is_array(m.kind)) continue;
    const bool one = m.kind == Kind::Type || (m.kind == Kind::Struct && !m.optional);
    values[m.place] = List{one};
  }
}

const TensorDesc& Descriptor::tensor(std::string_view name, std::size_t number) const {
  const Member* m = signature->find(name);
  assert(m && is_tensor(m->kind) && number < m->capacity);
  return tensors[m->place + number];
}

TensorDesc& Descriptor::tensor(std::string_view name, std::size_t number) {
  return const_cast<TensorDesc&>(std::as_const(*this).tensor(name, number));
}

std::size_t Descriptor::tensors_of(const Member& m) const {
  std::size_t count = 0;
  while (count < m.capacity && !tensors[m.place + count].absent) ++count;
  return count;
}

void Descriptor::set_tensors_of(const Member& m, std::size_t count) {
  for (std::size_t k = 0; k < m.capacity; ++k) {
    TensorDesc& t = tensors[m.place + k];
    if (k >= count)
      t = absent_tensor();
    else if (t.absent)
      t = k == 0 ? TensorDesc() : tensors[m.place];
  }
}

const List& Descriptor::list(std::string_view name) const {
  const Member* m = signature->find(name);
  assert(m && !is_tensor(m->kind));
  return values[m->place];
}

std::optional<DataType> value_type(const Member& m, const Descriptor& d) {
  if (m.kind == Kind::Float || m.kind == Kind::Floats) return DataType::FLOAT32;
  if (m.kind != Kind::Scalar) return std::nullopt;
  return static_cast<DataType>(d.values[m.type_place][0]);
}

const Enumerator* enumerator_named(const Member& m, std::string_view name) {
  for (const Enumerator& e : m.enumerators)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace assay::ops
