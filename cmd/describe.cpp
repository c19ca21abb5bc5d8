// The subcommand `assay describe`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cmd/subcommands.h"
#include "opencl/program/formula_source.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/prelude.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

const char* kind_name(ops::Kind kind) {
  switch (kind) {
    case ops::Kind::Input:
      return "input tensor";
    case ops::Kind::Output:
      return "output tensor";
    case ops::Kind::Uint:
      return "UINT";
    case ops::Kind::Int:
      return "INT";
    case ops::Kind::Bool:
      return "BOOL";
    case ops::Kind::Enum:
      return "enumeration";
    case ops::Kind::Uints:
      return "UINT array";
    case ops::Kind::Ints:
      return "INT array";
    case ops::Kind::Float:
      return "FLOAT";
    case ops::Kind::Floats:
      return "FLOAT array";
    case ops::Kind::Scalar:
      return "DML_SCALAR_UNION";
    case ops::Kind::Type:
      return "data type";
    case ops::Kind::Struct:
      return "struct";
  }
  return "";
}

void print_rule(const specs::Rule& r) {
  fmt::print("    {}\n      {}\n", r.id, r.sentence);
  if (!r.in.text().empty()) fmt::print("      = {}\n", r.in.text());
  if (r.since.index > 0) fmt::print("      from level {} on\n", r.since.name());
  if (r.until.index < specs::Level::kCount) fmt::print("      before level {}\n", r.until.name());
  fmt::print("      source: {}\n", r.source);
}

/// Which values of an enum have a member.
void print_choices(const specs::Spec& spec, const ops::Member& m) {
  std::vector<std::string> names;
  for (const ops::Enumerator& e : spec.signature.value_at(m.choice_place).enumerators)
    if (m.choices >> e.value & 1) names.push_back(e.name);
  fmt::print(" Only with {}.", fmt::join(names, ", "));
}

/// What each activation that may be fused computes of a result.
void print_activations(const specs::Spec& spec) {
  const ops::Activation& activation = *spec.signature.activation;
  fmt::print("FUSED ACTIVATIONS\n");
  for (const ops::Enumerator& e : spec.signature.value_at(activation.type_place).enumerators)
    fmt::print("  {}: {}\n", e.name,
               activation.formulas[static_cast<std::size_t>(e.value)]->text());
  fmt::print("\n");
}

void print_members(const specs::Spec& spec) {
  fmt::print("MEMBERS\n");
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) {
    const ops::Member& m = spec.signature.members[i];
    fmt::print("  {} ({}{}", m.name, m.optional ? "optional " : "", kind_name(m.kind));
    if (m.is_tensor_array())
      fmt::print("s, {} of at most {}", spec.signature.value_at(m.count_place).name, m.capacity);
    fmt::print(")");
    for (const ops::Enumerator& e : m.enumerators) fmt::print(" {}={}", e.name, e.value);
    fmt::print("\n    {}", spec.member_summaries[i]);
    if (m.choice_place != ops::Member::kNowhere) print_choices(spec, m);
    fmt::print("\n");
  }
}

void print_rules(const specs::Spec& spec) {
  fmt::print("\nRULES\n");
  if (!spec.let.texts.empty()) {
    fmt::print("  where");
    for (const auto& [name, text] : spec.let.texts) fmt::print("  {} = {}", name, text);
    fmt::print("\n");
  }
  for (const specs::Rule& r : spec.rules)
    if (r.generic == specs::Generic::None) print_rule(r);
  for (const specs::DataRule& r : spec.data_rules)
    fmt::print("    {} (data)\n      {}\n      source: {}\n", r.id, r.sentence, r.source);
  fmt::print("\nRULES OF EVERY OPERATOR\n");
  for (const specs::Rule& r : spec.rules)
    if (r.generic != specs::Generic::None) fmt::print("    {}: {}\n", r.id, r.sentence);
}

void print_support(const specs::Spec& spec) {
  fmt::print("\nSUPPORT\n");
  for (const specs::Support& s : spec.support) {
    fmt::print("  from level {}\n", s.level.name());
    for (std::size_t place = 0; place < s.rows.size(); ++place) {
      // The tensors of an array have the support of the first.
      if (spec.signature.tensor_at(place).place != place) continue;
      const ops::Range d = s.rows[place].dimensions;
      fmt::print("    {}: {} dimensions;", spec.signature.tensor_at(place).name,
                 d.low == d.high ? std::to_string(d.low) : fmt::format("{} to {}", d.low, d.high));
      for (ops::DataType t : ops::all_data_types())
        if (s.rows[place].types.contains(static_cast<std::int64_t>(t)))
          fmt::print(" {}", name_of(t));
      fmt::print("\n");
    }
  }
}

void print_errata(const specs::Spec& spec) {
  fmt::print("\nERRATA (where the page is wrong or silent, and the reading chosen)\n");
  for (const specs::Erratum& e : spec.errata)
    fmt::print("  {} ({})\n    page:    {}\n    reading: {}\n    why:     {}\n", e.id, e.where,
               e.page, e.reading, e.why);
}

void print_examples(const specs::Spec& spec) {
  fmt::print("\nEXAMPLES\n");
  for (const specs::Example& e : spec.examples) {
    fmt::print("  {} ({}{})\n", e.title, e.source,
               e.erratum.empty() ? "" : ", corrected by erratum " + e.erratum);
    fmt::print("    {}\n", e.case_json);
  }
}

int describe(const specs::Catalogue& catalogue, const std::string& name, bool kernel) {
  const specs::Spec* const spec = catalogue.chosen({name})[0];
  if (kernel) {
    const opencl::KernelFile file = opencl::load_kernels(spec->signature);
    fmt::print("{}", opencl::prelude(spec->signature, file.scratch));
    if (spec->signature.formula)
      fmt::print("{}", opencl::formula_source(spec->signature, file.variants[0].defines[0], true));
    return 0;
  }
  fmt::print("{} ({}), from level {}\n{}\n{}\n\n", spec->name(), spec->desc,
             spec->introduced().name(), spec->summary, spec->page);
  if (spec->signature.formula) {
    fmt::print("COMPUTES (family {})\n  {}\n", spec->signature.family,
               spec->signature.formula->text());
    if (const auto& integers = spec->signature.integer_formula;
        integers && integers->text() != spec->signature.formula->text())
      fmt::print("  of integers: {}\n", integers->text());
    fmt::print("\n");
  }
  if (spec->signature.activation) print_activations(*spec);
  print_members(*spec);
  print_rules(*spec);
  print_support(*spec);
  print_errata(*spec);
  print_examples(*spec);
  return 0;
}

}  // namespace

void add_describe(CLI::App& app, Context& context) {
  struct Options {
    std::string name;
    bool kernel = false;
  };
  auto* sub = app.add_subcommand("describe", "Print an operator's spec as a page");
  auto o = std::make_shared<Options>();
  sub->add_option("OPERATOR", o->name, "The operator")->required()->type_name("");
  sub->add_flag("--kernel", o->kernel,
                "Print what stands above its kernels instead: structs, macros, helpers");
  sub->footer("Examples:\n  assay describe gather\n  assay describe gather --kernel");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return describe(specs::Catalogue(context.specs), o->name, o->kernel);
    };
  });
}

}  // namespace assay::cmd
