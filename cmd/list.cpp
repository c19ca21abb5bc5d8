// The subcommand `assay list`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "cmd/subcommands.h"
#include "conformance/base/glob.h"
#include "conformance/route/kernel_library.h"
#include "opencl/shape/rewriting.h"
#include "ops/error.h"
#include "specs/case.h"
#include "specs/json.h"
#include "specs/loader.h"
#include "specs/unknown_name.h"

namespace assay::cmd {
namespace {

std::vector<std::string> levels_of(const specs::Spec& spec) {
  std::vector<std::string> levels;
  for (const specs::Support& s : spec.support) levels.emplace_back(s.level.name());
  return levels;
}

std::vector<std::string> rules_of(const specs::Spec& spec) {
  std::vector<std::string> ids;
  for (const specs::Rule& r : spec.rules) ids.push_back(r.id);
  for (const specs::DataRule& r : spec.data_rules) ids.push_back(r.id);
  return ids;
}

std::vector<std::string> variants_of(const specs::Spec& spec) {
  std::vector<std::string> names;
  conformance::KernelLibrary kernels(std::nullopt);
  for (const opencl::Variant* v : kernels.variants(spec)) names.push_back(v->name);
  return names;
}

template <class Enum>
std::vector<std::string> fill_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(specs::name_of(static_cast<Enum>(i)));
  return names;
}

/// The operators that are listed together: those of a family, or others that are alike in what
/// their specs say.
std::string group_of(const specs::Spec& spec) {
  if (!spec.signature.family.empty()) return spec.signature.family;
  if (spec.terms) return "terms";
  if (!spec.data_rules.empty()) return "indices";
  const bool copies = std::ranges::any_of(
      spec.errata, [](const specs::Erratum& e) { return e.id == "copies-are-bits"; });
  return copies ? "copies" : "others";
}

/// The groups that are no families, in their order, and what their operators do.
constexpr std::pair<std::string_view, std::string_view> kGroups[] = {
    {"terms", "add up or multiply many elements"},
    {"indices", "find elements by the numbers in an input"},
    {"copies", "move elements, and compute nothing but interpolations"},
    {"others", "all that is left"}};

/// The number of a group among those that are no families; -1 for a family, all of which stand
/// first.
std::ptrdiff_t number_of(const std::string& group) {
  const auto at =
      std::ranges::find(kGroups, group, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(kGroups) ? -1 : at - std::begin(kGroups);
}

/// What is listed of an operator.
struct Row {
  const specs::Spec* spec;
  std::string group;
  std::vector<std::string> levels, rules, variants;
};

/// The name of a row's group, and what its operators do.
std::string heading_of(const Row& row) {
  const std::ptrdiff_t number = number_of(row.group);
  if (number >= 0) return fmt::format("{}: {}", row.group, kGroups[number].second);
  std::vector<std::string> inputs;
  for (const ops::Member& m : row.spec->signature.members)
    if (!m.variable.empty()) inputs.push_back(m.name);
  return fmt::format("{}: a formula of {}, element by element", row.group,
                     fmt::join(inputs, " and "));
}

enum class Sort { Name, Level, Rules, Variants };
const std::map<std::string, Sort> kSorts{{"name", Sort::Name},
                                         {"level", Sort::Level},
                                         {"rules", Sort::Rules},
                                         {"variants", Sort::Variants}};

struct ListOptions {
  std::vector<std::string> operators, families;
  Sort sort = Sort::Name;
  bool json = false, shapes = false;
};

/// Whether `first` stands before `second` within a group. Rows of which neither does keep their
/// order, which is that of the names.
bool stands_before(Sort sort, const Row& first, const Row& second) {
  switch (sort) {
    case Sort::Level:
      return first.spec->introduced() < second.spec->introduced();
    case Sort::Rules:
      return first.rules.size() > second.rules.size();
    case Sort::Variants:
      return first.variants.size() > second.variants.size();
    default:
      return false;
  }
}

std::vector<Row> all_rows(const specs::Catalogue& catalogue) {
  std::vector<Row> rows;
  for (const auto& spec : catalogue.all())
    rows.push_back(
        {spec.get(), group_of(*spec), levels_of(*spec), rules_of(*spec), variants_of(*spec)});
  return rows;
}

/// Leaves the rows that one of the patterns matches. Throws Error for a pattern that matches none.
void keep_operators(const std::vector<std::string>& patterns, const specs::Catalogue& catalogue,
                    std::vector<Row>& rows) {
  if (patterns.empty()) return;
  std::vector<conformance::Glob> globs;
  for (const std::string& pattern : patterns) {
    globs.emplace_back(pattern);
    if (std::ranges::any_of(rows,
                            [&](const Row& r) { return globs.back().matches(r.spec->name()); }))
      continue;
    throw Error(conformance::Glob::is_plain(pattern)
                    ? specs::unknown_operator(pattern, catalogue)
                    : fmt::format("no operator matches \"{}\"", pattern));
  }
  std::erase_if(rows, [&](const Row& r) {
    return std::ranges::none_of(globs, [&](const auto& g) { return g.matches(r.spec->name()); });
  });
}

/// Leaves the rows of these groups. Throws Error for a name that no group has.
void keep_groups(const std::vector<std::string>& names, std::vector<Row>& rows) {
  if (names.empty()) return;
  std::set<std::string> known;
  for (const Row& r : rows) known.insert(r.group);
  for (const std::string& name : names)
    if (!known.contains(name))
      throw Error("--family: " + specs::unknown("family", name, {known.begin(), known.end()}));
  std::erase_if(rows, [&](const Row& r) { return std::ranges::count(names, r.group) == 0; });
}

/// Words side by side, in lines of at most 100 columns that begin at `indent`.
std::string wrapped(const std::vector<std::string>& words, std::size_t indent) {
  constexpr std::size_t kColumns = 100;
  std::string text;
  std::size_t column = indent;
  for (const std::string& word : words) {
    if (column > indent && column + 1 + word.size() > kColumns) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) text += ' ';
    column += word.size() + (column > indent);
    text += word;
  }
  return text;
}

std::string text_of(const std::vector<Row>& rows) {
  std::size_t width = 0;
  for (const Row& r : rows) width = std::max(width, r.spec->name().size());
  std::string text =
      fmt::format("{:<{}}  {:<9}{:>5}  Variants\n", "Operator", width, "Levels", "Rules");
  std::string group;
  for (const Row& r : rows) {
    if (r.group != group) text += fmt::format("\n{}\n", heading_of(r));
    group = r.group;
    text += fmt::format("{:<{}}  {:<9}{:>5}  {}\n", r.spec->name(), width,
                        r.levels.front() + "–" + r.levels.back(), r.rules.size(),
                        wrapped(r.variants, width + 18));
  }
  return text;
}

int list(const specs::Catalogue& catalogue, const ListOptions& options) {
  const auto fills = fill_names<specs::Fill>(specs::kFills);
  const auto index_fills = fill_names<specs::IndexFill>(specs::kIndexFills);
  // Nothing is printed where one operator's kernels cannot be loaded.
  std::vector<Row> rows = all_rows(catalogue);
  keep_groups(options.families, rows);
  keep_operators(options.operators, catalogue, rows);
  if (options.json) {
    specs::Json all;
    for (const Row& r : rows)
      all["operators"][r.spec->name()] = {{"desc", r.spec->desc},
                                          {"group", r.group},
                                          {"levels", r.levels},
                                          {"rules", r.rules},
                                          {"variants", r.variants}};
    all["fills"] = fills;
    all["index_fills"] = index_fills;
    fmt::print("{}\n", specs::json_text(all, 2));
    return 0;
  }
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    if (a.group == b.group) {
      const bool before = stands_before(options.sort, a, b);
      return before != stands_before(options.sort, b, a) ? before : a.spec->name() < b.spec->name();
    }
    return std::pair(number_of(a.group), a.group) < std::pair(number_of(b.group), b.group);
  });
  fmt::print("{}\nfills        {}\nindex fills  {}\n", text_of(rows), fmt::join(fills, " "),
             fmt::join(index_fills, " "));
  return 0;
}

int list_shapes(bool json) {
  specs::Json all;
  std::string text;
  for (const opencl::Rewriting& r : opencl::rewritings()) {
    all["rewritings"][std::string(r.name)] = r.why;
    text += fmt::format("{}\n  {}\n", r.name, r.why);
  }
  fmt::print("{}", json ? specs::json_text(all, 2) + "\n" : text);
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("list", "List operators by families, fills and index fills");
  auto o = std::make_shared<ListOptions>();
  sub->add_option("OPERATOR", o->operators, "Names or globs, as in '*pooling*' (default: all)")
      ->type_name("");
  sub->add_option("--family", o->families, "These families or other groups only (default: all)")
      ->delimiter(',')
      ->type_name("NAME,...");
  sub->add_option("--sort", o->sort,
                  "Within a group: name, level (oldest first), rules or variants (most first; "
                  "default: name)")
      ->transform(CLI::CheckedTransformer(kSorts).description(""))
      ->type_name("KEY");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->add_flag("--shapes", o->shapes, "Rewritings of kernels, and why each keeps the meaning");
  sub->footer(
      "assay describe OPERATOR tells an operator's rules.\n\nExamples:\n  assay list\n  assay list "
      "'*pooling*'\n  assay list --family unary,binary --sort rules\n  assay list --json\n  assay "
      "list --shapes");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return o->shapes ? list_shapes(o->json) : list(specs::Catalogue(context.specs), *o);
    };
  });
}

}  // namespace assay::cmd
