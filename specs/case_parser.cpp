// A line is parsed into a case: its fields by their names, and each value by what its member is.
// case_text.cpp has the inverse.
#include <fmt/format.h>

#include <cctype>

#include "specs/activation_loader.h"
#include "specs/case_text.h"
#include "specs/described_type.h"
#include "specs/line_field.h"
#include "specs/tensor_array.h"
#include "specs/unknown_name.h"

namespace assay::specs {
namespace {

using ops::Kind;
using ops::List;
using ops::Member;
using Names = std::vector<std::string>;

/// Reads the tensors of an array and tells how many are written. Those behind the last that is
/// written are absent, and those behind the array's capacity are left out.
std::size_t parse_tensors(Field field, const Member& m, ops::Descriptor& d) {
  for (std::size_t k = 0;; ++k) {
    const std::size_t plus = field.text.find('+');
    ops::TensorDesc t = parse_tensor(field.up_to(plus));
    if (k < m.capacity) d.tensors[m.place + k] = std::move(t);
    if (plus == field.text.npos) return k + 1;
    field = field.from(plus + 1);
  }
}

std::int64_t parse_single(const Member& m, const Field& field) {
  if (m.kind == Kind::Type) {
    const auto type = described_type_named(field.text);
    if (!type) field.fail(unknown_type(field.text));
    return static_cast<std::int64_t>(*type);
  }
  if (m.kind == Kind::Bool && field.text == "true") return 1;
  if (m.kind == Kind::Bool && field.text == "false") return 0;
  for (const ops::Enumerator& e : m.enumerators)
    if (e.name == field.text) return e.value;
  if (!m.enumerators.empty() && !field.text.empty() &&
      std::isalpha(static_cast<unsigned char>(field.text[0])))
    field.fail(unknown_enumerator(field.text, m));
  if (m.kind == Kind::Uint) return number<std::int64_t>(field, 0, UINT32_MAX);
  return number<std::int64_t>(field, INT32_MIN, INT32_MAX);
}

template <class Enum, std::size_t kCount>
Enum parse_name(const Field& field, const char* what) {
  for (std::size_t i = 0; i < kCount; ++i)
    if (name_of(static_cast<Enum>(i)) == field.text) return static_cast<Enum>(i);
  Names known;
  for (std::size_t i = 0; i < kCount; ++i) known.emplace_back(name_of(static_cast<Enum>(i)));
  field.fail(unknown(what, field.text, known));
}

/// Splits a field into its name and its value.
std::pair<Field, Field> parse_field(const Field& field) {
  const std::size_t equals = field.text.find('=');
  if (equals == field.text.npos || equals == 0) field.fail("a field is written NAME=VALUE");
  return {field.up_to(equals), field.from(equals + 1)};
}

std::vector<std::pair<std::string, std::string>> parse_route(Field rest) {
  std::vector<std::pair<std::string, std::string>> route;
  while (true) {
    const std::size_t colon = rest.text.find(':');
    const auto [name, value] = parse_field(rest.up_to(colon));
    for (const auto& earlier : route)
      if (earlier.first == name.text) name.fail(fmt::format("a second \"{}\"", name.text));
    route.emplace_back(name.text, value.text);
    if (colon == rest.text.npos) return route;
    rest = rest.from(colon + 1);
  }
}

class LineParser {
 public:
  LineParser(std::string_view line, const Catalogue& catalogue)
      : catalogue_(catalogue), line_{line, 1} {
    const std::size_t colon = line.find_first_of(":@");
    const Field name = line_.up_to(colon);
    const Spec* spec = catalogue.find(name.text);
    if (!spec)
      name.fail(name.text.empty() ? "a case begins with its operator's name"
                                  : unknown_operator(name.text, catalogue));
    c_ = Case(*spec);
    at_ = colon;
  }

  Case parse() {
    while (at_ != line_.text.npos) {
      const Field rest = line_.from(at_ + 1);
      if (line_.text[at_] == '@') {
        c_.route = parse_route(rest);
        break;
      }
      const std::size_t end = rest.text.find_first_of(":@");
      at_ = end == rest.text.npos ? end : at_ + 1 + end;
      const auto [name, value] = parse_field(rest.up_to(end));
      if (has(name.text)) name.fail(fmt::format("a second \"{}\"", name.text));
      seen_.push_back(name);
      set(name, value);
    }
    require("level");
    for (const Member& m : c_.spec->signature.members)
      if (m.kind != Kind::Struct && !m.may_be_absent() && c_.descriptor.is_there(m))
        require(m.name);
    for (const Field& name : seen_) refuse_unchosen(name);
    // The data types of scalars may stand behind them.
    for (const auto& [m, value] : scalars_)
      c_.descriptor.values[m->place] = {parse_number(value, *value_type(*m, c_.descriptor))};
    for (const Member* array : too_long_) cut_to_capacity(*array, c_.descriptor);
    return std::move(c_);
  }

 private:
  bool has(std::string_view name) const {
    return std::any_of(seen_.begin(), seen_.end(), [&](const Field& f) { return f.text == name; });
  }

  void require(const std::string& name) const {
    if (!has(name)) line_.from(line_.text.size()).fail(fmt::format("\"{}\" is missing", name));
  }

  /// A member that the value of an enum does not have must not be given.
  void refuse_unchosen(const Field& name) const {
    const Member* m = c_.spec->signature.find(name.text);
    if (!m || m->choice_place == Member::kNowhere || c_.descriptor.is_there(*m)) return;
    const Member& choice = c_.spec->signature.value_at(m->choice_place);
    const bool is_fusable = c_.descriptor.values[m->choice_place][0] != kUnfusable;
    name.fail(fmt::format(
        "{} has no \"{}\"",
        is_fusable ? print_member(choice, c_.descriptor) : "an operator that cannot be fused",
        name.text));
  }

  void set(const Field& name, const Field& value) {
    if (name.text == "level") {
      const auto level = Level::named(value.text);
      if (!level) value.fail(unknown_level(value.text));
      c_.level = *level;
    } else if (name.text == "fill") {
      c_.fill = parse_name<Fill, kFills>(value, "fill");
    } else if (name.text == "indices") {
      if (c_.spec->data_rules.empty()) name.fail(fmt::format("{} has no indices", c_.spec->name()));
      c_.indices = parse_name<IndexFill, kIndexFills>(value, "index fill");
    } else if (name.text == "seed") {
      c_.seed = number<std::uint64_t>(value, 0, UINT64_MAX);
    } else if (const Member* m = c_.spec->signature.find(name.text); m && m->kind != Kind::Struct) {
      set_member(*m, value);
    } else {
      Names known{"level", "fill", "indices", "seed"};
      for (const Member& m : c_.spec->signature.members)
        if (m.kind != Kind::Struct) known.push_back(m.name);
      name.fail(c_.spec->name() + " has " + unknown("field", name.text, known));
    }
  }

  void set_member(const Member& m, const Field& value) {
    if (m.within != Member::kNowhere) c_.descriptor.values[m.within] = {1};
    if (m.is_tensor_array()) {
      if (parse_tensors(value, m, c_.descriptor) > m.capacity) too_long_.push_back(&m);
    } else if (is_tensor(m.kind)) {
      c_.descriptor.tensors[m.place] = parse_tensor(value);
    } else if (m.kind == Kind::Uints) {
      c_.descriptor.values[m.place] = parse_list(value, 0, UINT32_MAX);
    } else if (m.kind == Kind::Ints) {
      c_.descriptor.values[m.place] = parse_list(value, INT32_MIN, INT32_MAX);
    } else if (m.kind == Kind::Scalar) {
      scalars_.emplace_back(&m, value);
    } else if (const auto type = value_type(m, c_.descriptor)) {
      c_.descriptor.values[m.place] =
          is_array(m.kind) ? parse_numbers(value, *type) : List{parse_number(value, *type)};
    } else if (is_unfusable(m, value.text)) {
      c_.descriptor.values[m.place] = {kUnfusable};
    } else {
      c_.descriptor.values[m.place] = List{parse_single(m, value)};
    }
  }

  /// Whether the member says which operator is fused, and the text names one that cannot be.
  bool is_unfusable(const Member& m, std::string_view text) const {
    const auto& activation = c_.spec->signature.activation;
    return activation && m.kind == Kind::Enum && m.place == activation->type_place &&
           !enumerator_named(m, text) && catalogue_.find(text);
  }

  const Catalogue& catalogue_;
  Field line_;
  Case c_;
  std::size_t at_;
  std::vector<Field> seen_;
  std::vector<std::pair<const Member*, Field>> scalars_;
  /// Arrays of which more tensors are written than they can hold.
  std::vector<const Member*> too_long_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> parse_route(std::string_view text) {
  if (text.empty()) return {};
  return parse_route(Field{text, 1});
}

Case parse_case(std::string_view line, const Catalogue& catalogue) {
  return LineParser(line, catalogue).parse();
}

}  // namespace assay::specs
