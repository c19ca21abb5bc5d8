// A case file holds the same case as a line, with its members by name and its data by value.
#include "specs/case_file.h"

#include <fmt/format.h>

#include <unordered_map>

#include "ops/problem.h"
#include "specs/activation_loader.h"
#include "specs/case_text.h"
#include "specs/described_type.h"
#include "specs/element_json.h"
#include "specs/rules.h"
#include "specs/tensor_array.h"
#include "specs/tensor_json.h"
#include "specs/unknown_name.h"
#include "specs/value_json.h"

namespace assay::specs {
namespace {

using ops::Kind;
using ops::List;
using ops::Member;
using ops::TensorDesc;

/// Whether an object has something under a key: null is nothing.
bool is_given(const JsonPlace& place, const std::string& key) {
  return place.has(key.c_str()) && !place.at(key.c_str()).json().is_null();
}

template <class Enum>
Enum named(const JsonPlace& place, std::size_t count) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < count; ++i) {
    known.emplace_back(name_of(static_cast<Enum>(i)));
    if (known.back() == place.text()) return static_cast<Enum>(i);
  }
  place.fail(unknown("fill", place.text(), known));
}

class FileParser {
 public:
  FileParser(const JsonPlace& root, const std::string& name, const Catalogue& catalogue)
      : catalogue_(catalogue), root_(root), data_(std::make_shared<ExplicitData>()) {
    root_.only_keys(
        {"$schema", "operator", "level", "members", "tensors", "fill", "indices", "seed", "route"});
    const JsonPlace op = root_.at("operator");
    const Spec* spec = catalogue.find(op.text());
    if (!spec) op.fail(unknown_operator(op.text(), catalogue));
    c_ = Case(*spec);
    data_->name = name;
    data_->tensors.resize(spec->signature.tensor_count);
    data_->any_nan.resize(spec->signature.tensor_count);
  }

  Case parse() {
    const JsonPlace level = root_.at("level");
    const auto found = Level::named(level.text());
    if (!found) level.fail(unknown_level(level.text()));
    c_.level = *found;
    read_members();
    read_tensors();
    if (root_.has("fill")) c_.fill = named<Fill>(root_.at("fill"), kFills);
    if (root_.has("indices")) {
      if (c_.spec->data_rules.empty()) root_.at("indices").fail("the operator has no indices");
      c_.indices = named<IndexFill>(root_.at("indices"), kIndexFills);
    }
    if (root_.has("seed")) c_.seed = root_.at("seed").natural();
    if (root_.has("route")) read_route(root_.at("route"));
    // Only a valid descriptor says which data fit it.
    if (is_valid(c_))
      c_.descriptor.each_tensor([&](const Member& m, std::size_t place) { check_data(m, place); });
    c_.data = data_;
    return std::move(c_);
  }

 private:
  /// The names of the members for which `is` holds, without that of the struct around them.
  template <class Is>
  static std::vector<std::string> names_of(const Spec& spec, const Is& is) {
    std::vector<std::string> names;
    for (const Member& m : spec.signature.members)
      if (is(m)) names.push_back(m.name.substr(m.name.find('.') + 1));
    return names;
  }

  void read_route(const JsonPlace& place) {
    const std::string text = place.text();
    try {
      c_.route = parse_route(text);
    } catch (const Error& e) {
      place.fail(e.what());
    }
  }

  /// Fails at a key that names no member of the operator, or a tensor.
  static void require_members_of(const Spec& spec, const JsonPlace& place) {
    const auto fits = [](const Member& m) {
      return !is_tensor(m.kind) && m.within == Member::kNowhere;
    };
    for (const auto& [name, own] : place.members()) {
      const Member* m = spec.signature.find(name);
      if (!m || !fits(*m)) own.key().fail(unknown("member", name, names_of(spec, fits)));
    }
  }

  /// Members are read in the order of the struct, since a scalar's data type stands before it.
  void read_members() {
    const JsonPlace members = root_.at("members");
    require_members_of(*c_.spec, members);
    for (const Member& m : c_.spec->signature.members) {
      if (is_tensor(m.kind) || m.within != Member::kNowhere) continue;
      if (m.optional && !is_given(members, m.name)) continue;
      const JsonPlace place = members.at(m.name.c_str());
      if (is_activation(m))
        read_activation(m, place);
      else if (m.kind == Kind::Struct)
        read_struct(m, place);
      else
        c_.descriptor.values[m.place] = value_from_json(m, c_.descriptor, place);
    }
  }

  void read_struct(const Member& outer, const JsonPlace& place) {
    c_.descriptor.values[outer.place] = {1};
    const auto has = [&](const Member& m) { return m.within == outer.place; };
    std::string example;
    for (const std::string& name : names_of(*c_.spec, has))
      example += fmt::format("{}\"{}\": 1", example.empty() ? "{ " : ", ", name);
    require_object(place, example + " }");
    read_members_of(outer, place, has);
  }

  bool is_activation(const Member& m) const {
    const auto& activation = c_.spec->signature.activation;
    return m.kind == Kind::Struct && activation && activation->struct_place == m.place;
  }

  /// Reads the operator that is fused, and the members that it has. Its tensors are left out, and
  /// so are its structs.
  void read_activation(const Member& outer, const JsonPlace& place) {
    require_object(place, R"({ "operator": "activation_relu" })");
    c_.descriptor.values[outer.place] = {1};
    place.only_keys({kFusedOperator, kFusedMembers});
    const Member& type = c_.spec->signature.value_at(c_.spec->signature.activation->type_place);
    const JsonPlace op = place.at(kFusedOperator);
    const Spec* const fused = op.json().is_string() ? catalogue_.find(op.text()) : nullptr;
    if (fused && !enumerator_named(type, fused->name())) {
      c_.descriptor.values[type.place] = {kUnfusable};
      if (place.has(kFusedMembers)) require_members_of(*fused, place.at(kFusedMembers));
      return;
    }
    c_.descriptor.values[type.place] = value_from_json(type, c_.descriptor, op);
    const auto has = [&](const Member& m) {
      return m.choice_place == type.place && c_.descriptor.is_there(m);
    };
    if (!place.has(kFusedMembers) && names_of(*c_.spec, has).empty()) return;
    read_members_of(outer, place.at(kFusedMembers), has, fused);
  }

  /// Reads those members of a struct for which `has` holds, and no others. What an operator that is
  /// fused may leave out can be null.
  template <class Has>
  void read_members_of(const Member& outer, const JsonPlace& place, const Has& has,
                       const Spec* fused = nullptr) {
    require_object(place, "{}");
    for (const auto& [name, own] : place.members()) {
      const Member* m = c_.spec->signature.find(outer.name + "." + name);
      if (m && has(*m)) continue;
      const Member* left_out = fused ? fused->signature.find(name) : nullptr;
      if (left_out && left_out->optional && own.json().is_null()) continue;
      own.key().fail(unknown("member", name, names_of(*c_.spec, has)));
    }
    for (const Member& m : c_.spec->signature.members)
      if (has(m))
        c_.descriptor.values[m.place] = value_from_json(
            m, c_.descriptor, place.at(m.name.substr(outer.name.size() + 1).c_str()));
  }

  void read_tensors() {
    for (const auto& [name, place] : root_.at("tensors").members()) {
      const Member* m = c_.spec->signature.find(name);
      if (!m || !is_tensor(m->kind))
        place.key().fail(unknown(
            "tensor", name, names_of(*c_.spec, [](const Member& k) { return is_tensor(k.kind); })));
      if (m->may_be_absent() && place.json().is_null()) continue;
      if (m->is_tensor_array())
        read_array(*m, place);
      else
        read_tensor(m->place, place);
    }
    for (const Member& m : c_.spec->signature.members)
      if (is_tensor(m.kind) && !m.may_be_absent()) root_.at("tensors").at(m.name.c_str());
  }

  void read_array(const Member& m, const JsonPlace& place) {
    require_array(place, fmt::format("[{}]", kTensorExample));
    const std::vector<JsonPlace> tensors = place.entries();
    const std::size_t held = std::min(tensors.size(), m.capacity);
    for (std::size_t k = 0; k < held; ++k) read_tensor(m.place + k, tensors[k]);
    for (std::size_t k = held; k < tensors.size(); ++k) tensor_from_json(tensors[k]);
    if (tensors.size() > held) cut_to_capacity(m, c_.descriptor);
  }

  void read_tensor(std::size_t at, const JsonPlace& place) {
    TensorDesc& t = c_.descriptor.tensors[at] = tensor_from_json(place);
    if (!place.has("data")) return;
    require_array(place.at("data"), "[1, 0.5]");
    if (is_element_type(t.type)) read_data(at, t.type, place.at("data"));
  }

  void read_data(std::size_t tensor, ops::DataType type, const JsonPlace& place) {
    const std::size_t count = place.json().size();
    ops::Bytes& bytes = data_->tensors[tensor];
    bytes.resize(count * size_of(type));
    data_->any_nan[tensor].resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      bool any_nan = false;
      set_bits(type, bytes, i, element_from_json(type, place.at(i), any_nan));
      data_->any_nan[tensor][i] = any_nan;
    }
  }

  void check_data(const Member& m, std::size_t at) const {
    const TensorDesc& t = c_.descriptor.tensors[at];
    const ops::Bytes& data = data_->tensors[at];
    const JsonPlace own = root_.at("tensors").at(m.name.c_str());
    const JsonPlace place = m.is_tensor_array() ? own.at(at - m.place) : own;
    if (!place.has("data")) return;
    const std::uint64_t count = elements_of(t);
    if (data.size() != count * size_of(t.type))
      place.at("data").fail(
          fmt::format("has {} elements, the sizes make {}", data.size() / size_of(t.type), count));
    if (m.kind != Kind::Input || !overlaps_itself(t)) return;
    // Strides may span more memory than there is, so the elements are kept in a map by their
    // offsets.
    std::unordered_map<std::uint64_t, std::uint64_t> bits_by_offset;
    std::uint64_t i = 0;
    for (ops::Walk walk(t); !walk.done(); walk.next())
      for (std::uint64_t j = 0; j < walk.run(); ++j, ++i) {
        const std::uint64_t bits = bits_at(t.type, data, i);
        const auto [at, fresh] = bits_by_offset.try_emplace(walk.offset() + j * walk.step(), bits);
        if (!fresh && at->second != bits)
          place.at("data").fail("coordinates that share an element disagree");
      }
  }

  const Catalogue& catalogue_;
  JsonPlace root_;
  Case c_;
  std::shared_ptr<ExplicitData> data_;
};

}  // namespace

Case parse_case_file(std::string_view json, const std::string& name, const Catalogue& catalogue) {
  const JsonDocument document = parse_document(json, name);
  return FileParser(document.root(), name, catalogue).parse();
}

Case parse_example(const Example& example, const Catalogue& catalogue) {
  const Json document = parse_json(example.case_json, example.title);
  return FileParser(JsonPlace(document, example.origins), example.title, catalogue).parse();
}

}  // namespace assay::specs
