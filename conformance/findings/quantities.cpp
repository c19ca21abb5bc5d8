// Rules name the sizes that matter, as `InputTensor.Sizes[Axis]`, so their texts are searched for
// such names. Each is an expression of the spec's language, which computes it.
#include "conformance/findings/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "ops/expression.h"

namespace assay::conformance {
namespace {

using ops::Expression;
using specs::Case;
using specs::Spec;

constexpr unsigned kLocalCost = 3, kNamedCost = 4, kMemberCost = 4, kAxisCost = 4,
                   kElementsCost = 6, kSizeCost = 6, kGroupsCost = 6;

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The parts `NAME[...]` of a text that are one entry of a list.
std::vector<std::pair<std::string, std::string>> entries_in(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (std::size_t open = text.find('['); open != text.npos; open = text.find('[', open + 1)) {
    std::size_t begin = open, end = open + 1;
    while (begin > 0 && is_of_word(text[begin - 1])) --begin;
    for (int depth = 1; end < text.size() && depth > 0; ++end)
      depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    const std::string_view inside = text.substr(open + 1, end - open - 2);
    if (begin < open && inside.find(':') == inside.npos)
      entries.emplace_back(text.substr(begin, open - begin), inside);
  }
  return entries;
}

class Quantities {
 public:
  explicit Quantities(const Spec& spec) : spec_(spec) {
    add("local size", kLocalCost, false, [](const Case&, const Route& route) {
      return route.launch.local == opencl::LaunchOptions::kNullLocal
                 ? std::nullopt
                 : std::optional(static_cast<std::int64_t>(route.launch.local));
    });
    for (const auto& [name, text] : spec.let.texts)
      if (!is_other_name(text)) add_expression(name, kNamedCost);
    if (spec.terms) add_expression(spec.terms->text(), kNamedCost);
    for (const ops::Member& m : spec.signature.members) add_member(m);
    for (const std::string& text : texts()) add_entries(text);
    for (std::size_t place = 0; place < spec.signature.tensor_count; ++place) add_tensor(place);
  }

  std::vector<Quantity> all() && { return std::move(all_); }

 private:
  template <class Of>
  void add(std::string name, unsigned cost, bool is_divided, Of of) {
    // A condition's text divides at `=` and at ` or `.
    const bool is_readable =
        name.find('=') == name.npos && name.find(" or ") == name.npos && names_.insert(name).second;
    if (is_readable) all_.push_back({std::move(name), cost, is_divided, std::move(of)});
  }

  /// Adds what an expression computes, if it is an integer that no loop decides.
  void add_expression(const std::string& text, unsigned cost, bool is_divided = false) {
    try {
      auto e = std::make_shared<Expression>(
          Expression::parse(text, Expression::Form::Integer, spec_.signature, spec_.let));
      add(text, cost, is_divided,
          [e](const Case& c, const Route&) { return e->integer(c.descriptor); });
    } catch (const ops::ExpressionError&) {
    }
  }

  /// Whether it is just another name of a member, or of the number of dimensions, which is a knob.
  bool is_other_name(const std::string& text) const {
    return spec_.signature.find(text) != nullptr || text.ends_with(".DimensionCount");
  }

  void add_member(const ops::Member& m) {
    const bool is_number = m.kind == ops::Kind::Uint || m.kind == ops::Kind::Int;
    const bool is_list = m.kind == ops::Kind::Uints || m.kind == ops::Kind::Ints;
    if (!is_number && !is_list) return;
    for (const bool greatest : {true, false}) {
      if (is_number && !greatest) continue;
      std::string name = is_number  ? m.name
                         : greatest ? "greatest of " + m.name
                                    : "least of " + m.name;
      add(std::move(name), kMemberCost, false,
          [&m, greatest](const Case& c, const Route&) -> std::optional<std::int64_t> {
            const ops::List& list = c.descriptor.values[m.place];
            if (!c.descriptor.is_there(m) || list.empty()) return std::nullopt;
            return greatest ? *std::ranges::max_element(list) : *std::ranges::min_element(list);
          });
    }
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const specs::Rule& rule : spec_.rules) all.push_back(rule.in.text());
    for (const specs::DataRule& rule : spec_.data_rules)
      for (const auto* e : {&rule.in, &rule.negative})
        if (*e) all.push_back((*e)->text());
    for (const auto* e : {&spec_.terms, &spec_.work})
      if (*e) all.push_back((*e)->text());
    for (const auto& [name, text] : spec_.let.texts) all.push_back(text);
    return all;
  }

  /// Adds the entries of lists that a text names. One is of an axis if a member says which it is.
  void add_entries(const std::string& text) {
    for (auto [list, entry] : entries_in(text)) {
      for (const auto& [name, meaning] : spec_.let.texts)
        if (name == list && meaning.ends_with(".Sizes")) list = meaning;
      add_expression(fmt::format("{}[{}]", list, entry), kAxisCost, true);
      if (!list.ends_with(".Sizes") || !spec_.signature.find(entry)) continue;
      const std::string tensor = list.substr(0, list.rfind('.'));
      add_expression(fmt::format("product({}[0 : {}])", list, entry), kAxisCost);
      add_expression(fmt::format("product({}[{} + 1 : {}.DimensionCount])", list, entry, tensor),
                     kAxisCost, true);
    }
  }

  void add_tensor(std::size_t place) {
    const std::string name = spec_.signature.tensor_name(place);
    const auto of_tensor = [place](auto of) {
      return [place, of](const Case& c, const Route& route) -> std::optional<std::int64_t> {
        const ops::TensorDesc& t = c.descriptor.tensors[place];
        if (t.absent || t.sizes.empty()) return std::nullopt;
        return of(t, route);
      };
    };
    const auto elements = [](const ops::TensorDesc& t) {
      return static_cast<std::int64_t>(
          std::min<std::uint64_t>(elements_of(t), std::numeric_limits<std::int64_t>::max()));
    };
    add("elements of " + name, kElementsCost, true,
        of_tensor([elements](const ops::TensorDesc& t, const Route&) { return elements(t); }));
    add("last size of " + name, kSizeCost, true,
        of_tensor([](const ops::TensorDesc& t, const Route&) { return t.sizes.back(); }));
    add("first size of " + name, kSizeCost, false,
        of_tensor([](const ops::TensorDesc& t, const Route&) { return t.sizes[0]; }));
    if (spec_.signature.tensor_at(place).kind != ops::Kind::Output) return;
    // Where the driver chooses the local size, the groups are counted for the usual one.
    add("groups for " + name, kGroupsCost, false,
        of_tensor([elements](const ops::TensorDesc& t, const Route& route) {
          const std::size_t asked = route.launch.local;
          const auto local = static_cast<std::int64_t>(
              asked == opencl::LaunchOptions::kNullLocal ? opencl::LaunchOptions().local : asked);
          return (elements(t) - 1) / local + 1;
        }));
  }

  const Spec& spec_;
  std::set<std::string> names_;
  std::vector<Quantity> all_;
};

}  // namespace

std::vector<Quantity> quantities_of(const Spec& spec) { return Quantities(spec).all(); }

std::optional<std::size_t> class_of(std::int64_t number) {
  const auto above = std::ranges::upper_bound(kLeastOfClass, number);
  if (above == kLeastOfClass.begin()) return std::nullopt;
  return static_cast<std::size_t>(above - kLeastOfClass.begin()) - 1;
}

std::string class_text(std::size_t number_of_class) {
  const std::int64_t least = kLeastOfClass[number_of_class];
  if (number_of_class + 1 == kLeastOfClass.size()) return fmt::format(">={}", least);
  const std::int64_t greatest = kLeastOfClass[number_of_class + 1] - 1;
  return least == greatest ? fmt::format("={}", least) : fmt::format(" in {}..{}", least, greatest);
}

}  // namespace assay::conformance
