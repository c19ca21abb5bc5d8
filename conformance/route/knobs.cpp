// Knobs as tables: each has a name, the names of its values, and a function that reads the value of
// a case.
#include "conformance/route/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace assay::conformance {
namespace {

using ops::TensorDesc;
using specs::Case;

/// The value of a knob that a case does not have, as it is about a member that is not there.
constexpr std::size_t kNoValue = static_cast<std::size_t>(-1);

std::size_t layout_of(const TensorDesc& t) {
  if (!t.strided) return 0;
  for (std::size_t i = 0; i < t.strides.size(); ++i)
    if (t.strides[i] == 0 && t.sizes[i] > 1) return 2;
  return 1;
}

/// The greatest value that `of` has for a tensor of the member.
template <class Of>
auto greatest(const ops::Member& m, Of of) {
  return [place = m.place, capacity = m.capacity, of](const Case& c) {
    std::size_t value = c.descriptor.tensors[place].absent ? kNoValue : 0;
    for (std::size_t k = 0; k < capacity && !c.descriptor.tensors[place + k].absent; ++k)
      value = std::max<std::size_t>(value, of(c.descriptor.tensors[place + k]));
    return value;
  };
}

/// The index of the last of `levels` that is not above `level`; levels.size() if there is none.
std::size_t level_of(const std::vector<specs::Level>& levels, specs::Level level) {
  std::size_t i = levels.size();
  while (i > 0 && !(levels[i - 1] <= level)) --i;
  return i > 0 ? i - 1 : levels.size();
}

template <class Container, class Value>
std::size_t index_in(const Container& values, const Value& value) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

/// The number of size classes. Class n has 4^n .. 4^(n+1) − 1 elements.
constexpr std::size_t kSizeClasses = 9;

}  // namespace

Knobs::Knobs(const specs::Spec& spec, const opencl::KernelFile& kernels) : spec_(spec) {
  add_case_knobs();
  route_begin_ = knobs_.size();
  add_route_knobs(kernels.variants);
  for (const Knob& k : knobs_) widths_.push_back(k.values.size());
  base_.resize(knobs_.size() * knobs_.size());
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    for (std::size_t j = i + 1; j < knobs_.size(); ++j) {
      base_[i * knobs_.size() + j] = pairs_;
      pairs_ += knobs_[i].values.size() * knobs_[j].values.size();
    }
}

template <class Read>
void Knobs::add(Knob::Of of, std::string name, std::vector<std::string> values, Read read) {
  knobs_.push_back({of, std::move(name), std::move(values),
                    [read = std::move(read)](const Case& c, const Route&) { return read(c); }});
}

void Knobs::add_case_knobs() {
  const specs::Spec& spec = spec_;
  std::vector<std::string> names;
  for (const specs::Level l : spec.interesting_levels) names.emplace_back(l.name());
  add(Knob::Of::Level, "level", names,
      [&spec](const Case& c) { return level_of(spec.interesting_levels, c.level); });
  for (const ops::Member& m : spec.signature.members) {
    if (m.may_be_absent()) add_tensor_count(m);
    add_choice(m);
    if (is_tensor(m.kind)) add_tensor(m);
  }
  names.clear();
  for (std::size_t d = 0; d <= 8; ++d) names.push_back(std::to_string(d));
  add(Knob::Of::Dimensions, "dimensions", names,
      [place = spec.signature.first_tensor()](const Case& c) {
        return c.descriptor.tensors[place].sizes.size();
      });
  add_fills();
  names.clear();
  for (std::size_t n = 0; n < kSizeClasses; ++n) names.push_back(fmt::format("4^{}", n));
  add(Knob::Of::Elements, "elements", names, [](const Case& c) {
    return static_cast<std::size_t>(std::bit_width(total_elements(c)) - 1) / 2;
  });
}

void Knobs::add_choice(const ops::Member& m) {
  std::vector<std::int64_t> values{0, 1};
  std::vector<std::string> names{"false", "true"};
  if (m.kind == ops::Kind::Struct && m.optional) {
    names = {"absent", "present"};
  } else if (m.kind == ops::Kind::Enum) {
    values.clear();
    names.clear();
    for (const ops::Enumerator& e : m.enumerators) {
      values.push_back(e.value);
      names.push_back(e.name);
    }
  } else if (m.kind != ops::Kind::Bool) {
    return;
  }
  add(Knob::Of::Member, m.name, names, [values, &m](const Case& c) {
    return c.descriptor.is_there(m) ? index_in(values, c.descriptor.values[m.place][0]) : kNoValue;
  });
}

void Knobs::add_tensor(const ops::Member& m) {
  std::vector<std::string> layouts{"packed", "strided"};
  if (m.kind == ops::Kind::Input) {
    layouts.emplace_back("broadcast");
    std::vector<ops::DataType> types;
    std::vector<std::string> names;
    for (const ops::DataType type : ops::all_data_types()) {
      bool supported = false;
      for (const specs::Support& s : spec_.support)
        supported |= s.rows[m.place].types.contains(static_cast<std::int64_t>(type));
      if (!supported) continue;
      types.push_back(type);
      names.emplace_back(name_of(type));
    }
    add(Knob::Of::Type, m.name + ".type", names,
        greatest(m, [types](const TensorDesc& t) { return index_in(types, t.type); }));
  }
  add(Knob::Of::Layout, m.name + ".layout", layouts, greatest(m, layout_of));
  add(Knob::Of::Bytes, m.name + ".bytes", {"least", "more"},
      greatest(m, [](const TensorDesc& t) { return t.bytes.has_value(); }));
  add(Knob::Of::Alignment, m.name + ".alignment", {"none", "some"},
      greatest(m, [](const TensorDesc& t) { return t.alignment != 0; }));
}

void Knobs::add_fills() {
  std::vector<std::string> names;
  for (std::size_t f = 0; f < specs::kFills; ++f) {
    // Without a formula there are no edges of functions.
    if (static_cast<specs::Fill>(f) == specs::Fill::Edges && !spec_.signature.formula) continue;
    names.emplace_back(name_of(static_cast<specs::Fill>(f)));
  }
  add(Knob::Of::Fill, "fill", names,
      [](const Case& c) { return static_cast<std::size_t>(c.fill); });
  if (spec_.data_rules.empty()) return;
  names.clear();
  for (std::size_t f = 0; f < specs::kIndexFills; ++f)
    names.emplace_back(name_of(static_cast<specs::IndexFill>(f)));
  add(Knob::Of::Indices, "indices", names,
      [](const Case& c) { return static_cast<std::size_t>(c.indices); });
}

/// How many tensors an array has, or whether an optional one is there.
void Knobs::add_tensor_count(const ops::Member& m) {
  std::vector<std::string> names{"absent", "present"};
  for (std::size_t n = 0; m.is_tensor_array() && n <= m.capacity; ++n) {
    if (n == 0) names.clear();
    names.push_back(std::to_string(n));
  }
  add(Knob::Of::Member, m.name + (m.is_tensor_array() ? ".count" : ""), names,
      [&m](const Case& c) { return c.descriptor.tensors_of(m); });
}

void Knobs::add_route_knobs(const std::vector<opencl::Variant>& variants) {
  std::vector<std::string> names;
  for (const opencl::Variant& v : variants) names.push_back(v.name);
  knobs_.push_back({Knob::Of::Variant, "variant", names,
                    [names](const Case&, const Route& r) { return index_in(names, r.variant); },
                    [names](Route& r, std::size_t v) { r.variant = names[v]; }, nullptr, variants});
  for (const RouteField* f : route_fields_by(&RouteField::knob)) {
    if (f->possible_for && !f->possible_for(spec_)) continue;
    Knob knob{Knob::Of::Field,
              std::string(f->name),
              f->covered_names(),
              [f](const Case&, const Route& r) { return f->covered_index(r); },
              [f](Route& r, std::size_t v) { f->set(r, f->covered[v]); },
              f};
    if (knob.depends_on_case()) {
      dependent_.push_back(knobs_.size());
      knob.read = [f](const Case& c, const Route& r) {
        return f->possible_in(c) ? f->covered_index(r) : 0;
      };
    }
    knobs_.push_back(std::move(knob));
  }
}

void Knobs::read(const Case& c, const Route& route, Values& values) const {
  values.resize(knobs_.size());
  for (std::size_t k = 0; k < knobs_.size(); ++k) read_one(k, c, route, values);
}

void Knobs::read_next(const Case& c, const Route& route, Values& values) const {
  for (std::size_t k = 0; k < route_begin_; ++k) read_one(k, c, route, values);
  for (const std::size_t k : dependent_) read_one(k, c, route, values);
}

void Knobs::mark(const Values& values, const Values& marked, Marks& marks) const {
  const auto is_known = [&](std::size_t k) { return !marked.empty() && marked[k] == values[k]; };
  for (std::size_t i = 0; i < knobs_.size(); ++i) {
    if (is_known(i) || values[i] >= widths_[i]) continue;
    for (std::size_t j = 0; j < knobs_.size(); ++j) {
      if (j == i || values[j] >= widths_[j]) continue;
      marks[j < i ? pair(j, values[j], i, values[i]) : pair(i, values[i], j, values[j])] = 1;
    }
  }
}

std::string Knobs::pair_name(std::size_t pair) const {
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    for (std::size_t j = i + 1; j < knobs_.size(); ++j) {
      const std::size_t base = base_[i * knobs_.size() + j], width = knobs_[j].values.size();
      if (pair < base || pair >= base + knobs_[i].values.size() * width) continue;
      return fmt::format("{}={} {}={}", knobs_[i].name, knobs_[i].values[(pair - base) / width],
                         knobs_[j].name, knobs_[j].values[(pair - base) % width]);
    }
  return {};
}

}  // namespace assay::conformance
