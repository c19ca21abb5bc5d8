// Knobs as tables: a name, the names of its values, and how a case's value is read.
#include "conformance/route/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace assay::conformance {
namespace {

using ops::TensorDesc;
using specs::Case;

std::size_t layout_of(const TensorDesc& t) {
  if (!t.strided) return 0;
  for (std::size_t i = 0; i < t.strides.size(); ++i)
    if (t.strides[i] == 0 && t.sizes[i] > 1) return 2;
  return 1;
}

/// The last of the levels that is not above the case's.
std::size_t level_of(const std::vector<specs::Level>& levels, specs::Level level) {
  std::size_t i = levels.size();
  while (i > 0 && !(levels[i - 1] <= level)) --i;
  return i > 0 ? i - 1 : levels.size();
}

template <class Container, class Value>
std::size_t index_in(const Container& values, const Value& value) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

constexpr std::array<std::size_t, 5> kLocals{64, 1, 33, 256, opencl::LaunchOptions::kNullLocal};
constexpr std::array<unsigned, 3> kClStds{12, 20, 30};
/// Size classes: elements in 4^n .. 4^(n+1) − 1.
constexpr std::size_t kSizeClasses = 9;

}  // namespace

bool in_place_possible(const Case& c) {
  const auto& tensors = c.descriptor.tensors;
  for (std::size_t place = 0; place < c.spec->alias.size(); ++place) {
    const std::size_t with = c.spec->alias[place];
    if (with != place && tensors[place].sizes == tensors[with].sizes &&
        tensors[place].type == tensors[with].type &&
        effective_strides(tensors[place]) == effective_strides(tensors[with]))
      return true;
  }
  return false;
}

Knobs::Knobs(const specs::Spec& spec, const opencl::KernelFile& kernels) : spec_(spec) {
  add_case_knobs();
  route_begin_ = knobs_.size();
  add_route_knobs(kernels);
  for (const Knob& k : knobs_) widths_.push_back(k.values.size());
  base_.resize(knobs_.size() * knobs_.size());
  for (std::size_t i = 0; i < knobs_.size(); ++i)
    for (std::size_t j = i + 1; j < knobs_.size(); ++j) {
      base_[i * knobs_.size() + j] = pairs_;
      pairs_ += knobs_[i].values.size() * knobs_[j].values.size();
    }
}

void Knobs::add(std::string name, std::vector<std::string> values,
                std::function<std::size_t(const Case&, const Route&)> read,
                std::function<void(Route&, std::size_t)> set) {
  knobs_.push_back({std::move(name), std::move(values), std::move(read), std::move(set)});
}

void Knobs::add_case_knobs() {
  const specs::Spec& spec = spec_;
  std::vector<std::string> names;
  for (const specs::Level l : spec.interesting_levels) names.emplace_back(l.name());
  add("level", names,
      [&spec](const Case& c, const Route&) { return level_of(spec.interesting_levels, c.level); });
  const ops::Member* first = nullptr;
  for (const ops::Member& m : spec.signature.members) {
    if (m.kind == ops::Kind::Bool || m.kind == ops::Kind::Enum) {
      std::vector<std::int64_t> values{0, 1};
      names = {"false", "true"};
      if (m.kind == ops::Kind::Enum) {
        values.clear();
        names.clear();
        for (const ops::Enumerator& e : m.enumerators) {
          values.push_back(e.value);
          names.push_back(e.name);
        }
      }
      add(m.name, names, [values, place = m.place](const Case& c, const Route&) {
        return index_in(values, c.descriptor.values[place][0]);
      });
    }
    if (!is_tensor(m.kind)) continue;
    if (!first) first = &m;
    const std::size_t place = m.place;
    if (m.kind == ops::Kind::Input) {
      std::vector<ops::DataType> types;
      names.clear();
      for (const ops::DataType type : ops::all_data_types()) {
        bool supported = false;
        for (const specs::Support& s : spec.support)
          supported |= s.rows[place].types.contains(static_cast<std::int64_t>(type));
        if (!supported) continue;
        types.push_back(type);
        names.emplace_back(name_of(type));
      }
      add(m.name + ".type", names, [types, place](const Case& c, const Route&) {
        return index_in(types, c.descriptor.tensors[place].type);
      });
    }
    names = {"packed", "strided"};
    if (m.kind == ops::Kind::Input) names.emplace_back("broadcast");
    add(m.name + ".layout", names,
        [place](const Case& c, const Route&) { return layout_of(c.descriptor.tensors[place]); });
    add(m.name + ".bytes", {"least", "more"}, [place](const Case& c, const Route&) {
      return std::size_t{c.descriptor.tensors[place].bytes.has_value()};
    });
    add(m.name + ".alignment", {"none", "some"}, [place](const Case& c, const Route&) {
      return std::size_t{c.descriptor.tensors[place].alignment != 0};
    });
  }
  names.clear();
  for (std::size_t d = 0; d <= 8; ++d) names.push_back(std::to_string(d));
  add("dimensions", names, [place = first->place](const Case& c, const Route&) {
    return c.descriptor.tensors[place].sizes.size();
  });
  names.clear();
  for (std::size_t f = 0; f < specs::kFills; ++f)
    names.emplace_back(name_of(static_cast<specs::Fill>(f)));
  add("fill", names, [](const Case& c, const Route&) { return static_cast<std::size_t>(c.fill); });
  if (!spec.data_rules.empty()) {
    names.clear();
    for (std::size_t f = 0; f < specs::kIndexFills; ++f)
      names.emplace_back(name_of(static_cast<specs::IndexFill>(f)));
    add("indices", names,
        [](const Case& c, const Route&) { return static_cast<std::size_t>(c.indices); });
  }
  names.clear();
  for (std::size_t n = 0; n < kSizeClasses; ++n) names.push_back(fmt::format("4^{}", n));
  add("elements", names, [](const Case& c, const Route&) {
    return static_cast<std::size_t>(std::bit_width(total_elements(c)) - 1) / 2;
  });
}

void Knobs::add_route_knobs(const opencl::KernelFile& kernels) {
  std::vector<std::string> names;
  for (const opencl::Variant& v : kernels.variants) {
    names.push_back(v.name);
    fixed_local_.push_back(v.has_fixed_local());
  }
  add(
      "variant", names, [names](const Case&, const Route& r) { return index_in(names, r.variant); },
      [names](Route& r, std::size_t v) { r.variant = names[v]; });
  names.clear();
  for (const std::size_t local : kLocals)
    names.push_back(local ? std::to_string(local) : std::string("null"));
  add(
      "local", names, [](const Case&, const Route& r) { return index_in(kLocals, r.launch.local); },
      [](Route& r, std::size_t v) { r.launch.local = kLocals[v]; });
  add(
      "std", {"CL1.2", "CL2.0", "CL3.0"},
      [](const Case&, const Route& r) { return index_in(kClStds, r.launch.cl_std); },
      [](Route& r, std::size_t v) { r.launch.cl_std = kClStds[v]; });
  // Words of the route's own text, but for those that hang on more than the driver (memory=far on
  // how much memory there is, program=spirv on other programs); the first stands for a field that
  // is left out.
  const auto words = [&](const char* name, std::vector<std::string> values, auto member) {
    add(
        name, std::move(values),
        [member](const Case&, const Route& r) {
          return static_cast<std::size_t>(r.launch.*member);
        },
        [member](Route& r, std::size_t v) {
          r.launch.*member = static_cast<std::decay_t<decltype(r.launch.*member)>>(v);
        });
  };
  words("memory",
        {"write", "rect", "map", "usehost", "allochost", "copyhost", "subbuffer", "copy", "svm",
         "svmcopy"},
        &opencl::LaunchOptions::memory);
  words("cases", {"global", "constant", "value"}, &opencl::LaunchOptions::case_space);
  words("probe", {"none", "scalars"}, &opencl::LaunchOptions::probe);
  words("queue", {"inorder", "outoforder", "several", "profiling"}, &opencl::LaunchOptions::queue);
  words("program", {"source", "binary"}, &opencl::LaunchOptions::program);
  words("optimize", {"false", "true"}, &opencl::LaunchOptions::optimize);
  // Numbers: the default, or another.
  const auto numbers = [&](const char* name, auto member, auto otherwise) {
    const auto usual = opencl::LaunchOptions().*member;
    add(
        name, {"usual", "other"},
        [member, usual](const Case&, const Route& r) {
          return std::size_t{r.launch.*member != usual};
        },
        [member, usual, otherwise](Route& r, std::size_t v) {
          r.launch.*member = v ? static_cast<std::decay_t<decltype(usual)>>(otherwise) : usual;
        });
  };
  numbers("guard", &opencl::LaunchOptions::guard_bytes, 256);
  numbers("placement", &opencl::LaunchOptions::placement, 5);
  numbers("pieces", &opencl::LaunchOptions::pieces, 3);
  numbers("offset", &opencl::LaunchOptions::offset, 3);
  numbers("launches", &opencl::LaunchOptions::launches, 2);
  add(
      "poison", {"once", "differential"},
      [](const Case&, const Route& r) { return static_cast<std::size_t>(r.poison); },
      [](Route& r, std::size_t v) { r.poison = static_cast<PoisonKind>(v); });
  for (std::size_t place = 0; place < spec_.alias.size(); ++place) {
    if (spec_.alias[place] == place) continue;
    in_place_ = knobs_.size();
    add(
        "inplace", {"false", "true"},
        [](const Case& c, const Route& r) {
          return std::size_t{r.in_place && in_place_possible(c)};
        },
        [](Route& r, std::size_t v) { r.in_place = v != 0; });
    break;
  }
}

void Knobs::read(const Case& c, const Route& route, Values& values) const {
  values.resize(knobs_.size());
  for (std::size_t k = 0; k < knobs_.size(); ++k) read_one(k, c, route, values);
}

void Knobs::read_next(const Case& c, const Route& route, Values& values) const {
  for (std::size_t k = 0; k < route_begin_; ++k) read_one(k, c, route, values);
  if (in_place_) read_one(*in_place_, c, route, values);
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
