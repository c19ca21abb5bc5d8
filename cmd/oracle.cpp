// The subcommand `assay oracle`.
#include <fmt/format.h>

#include "cmd/options/case_input.h"
#include "cmd/options/operator_option.h"
#include "cmd/options/seed_option.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/subcommands.h"
#include "conformance/route/kernel_library.h"
#include "conformance/verdict/element_text.h"
#include "conformance/verdict/expectation.h"
#include "conformance/verdict/permitted_json.h"
#include "ops/error.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/draw.h"
#include "specs/element_json.h"
#include "specs/fill.h"

namespace assay::cmd {
namespace {

using specs::Json;

constexpr std::uint64_t kMostPrinted = std::uint64_t{1} << 26;

Json sizes_to_json(const ops::List& sizes) {
  Json json = Json::array();
  for (std::int64_t s : sizes) json.push_back(s);
  return json;
}

/// That of the variant which a case's route names; nothing where it names none of ours.
std::optional<conformance::Arithmetic> arithmetic_of(const NamedCase& named,
                                                     conformance::KernelLibrary& library) {
  if (named.route.variant.empty()) return std::nullopt;
  const opencl::Variant* variant = library.of(*named.c.spec).find(named.route.variant);
  if (!variant) return std::nullopt;
  return library.arithmetic(*named.c.spec, *variant, {});
}

Json to_json(const NamedCase& named, const ops::Problem& problem, const ops::Permitted& permitted,
             const std::string& arithmetic) {
  Json json;
  json["case"] = named.name;
  const Json file = specs::case_to_json(named.c, problem);
  for (const char* key : {"operator", "level", "members"}) json[key] = file.at(key);
  if (!arithmetic.empty()) json["arithmetic"] = arithmetic;
  json["inputs"] = Json::object();
  json["permitted"] = Json::object();
  named.c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    const ops::TensorDesc& t = named.c.descriptor.tensors[place];
    Json tensor;
    tensor["type"] = name_of(t.type);
    tensor["sizes"] = sizes_to_json(t.sizes);
    if (m.kind == ops::Kind::Input) {
      tensor["data"] = specs::data_to_json(t.type, problem.data[place]);
    } else {
      const ops::PermittedTensor& p = permitted.tensors[place];
      tensor["elements"] = Json::array();
      for (std::uint64_t i = 0; i < p.size(); ++i)
        tensor["elements"].push_back(conformance::permitted_to_json(p, i));
    }
    Json& of_member = json[m.kind == ops::Kind::Input ? "inputs" : "permitted"][m.name];
    if (m.is_tensor_array())
      of_member.push_back(std::move(tensor));
    else
      of_member = std::move(tensor);
  });
  return json;
}

void print(const NamedCase& named, const ops::Problem& problem, const ops::Permitted& permitted,
           const std::string& arithmetic) {
  say("{}\n", named.name);
  if (!arithmetic.empty()) say("  {}\n", arithmetic);
  named.c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    const ops::TensorDesc& t = named.c.descriptor.tensors[place];
    const bool input = m.kind == ops::Kind::Input;
    say("  {} {}\n", named.c.spec->signature.tensor_name(place), input ? "holds" : "permits");
    const std::uint64_t count = elements_of(t);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string at;
      for (std::int64_t k : conformance::coordinates_of(t.sizes, i))
        at += (at.empty() ? "" : ",") + std::to_string(k);
      say("    [{}] {}\n", at,
          input ? conformance::describe_value(t.type, bits_at(t.type, problem.data[place], i))
                : conformance::describe_permitted(permitted.tensors[place], i));
    }
  });
}

/// So many cases of each operator. Those of an operator do not depend on the others.
std::vector<NamedCase> drawn_cases(const std::vector<const specs::Spec*>& operators,
                                   std::uint64_t count, std::uint64_t seed,
                                   const specs::Limits& limits) {
  std::vector<NamedCase> cases;
  for (const specs::Spec* spec : operators) {
    specs::SeededChooser chooser(seed);
    for (std::uint64_t i = 0; i < count; ++i) {
      specs::Case c = draw(*spec, chooser, limits);
      std::string line = print_case(c);
      cases.push_back({.name = std::move(line), .c = std::move(c)});
    }
  }
  return cases;
}

int oracle(std::vector<NamedCase> cases, bool json) {
  for (NamedCase& c : cases) {
    require_valid(c);
    if (total_elements(c.c) > kMostPrinted)
      throw Error(fmt::format("{}: has {} elements; up to {} are printed", c.name,
                              total_elements(c.c), kMostPrinted));
  }
  ops::Problem problem;
  ops::Permitted permitted;
  conformance::KernelLibrary library(std::nullopt);
  bool dispute = false;
  for (const NamedCase& named : cases) {
    specs::fill(named.c, problem);
    const ops::Oracle oracle = ops::oracle_of(named.c.spec->signature);
    const auto of_answer = library.arithmetic_of_answer(*named.c.spec, named.route.variant, {});
    const auto judged = arithmetic_of(named, library).value_or(of_answer);
    ask(oracle, problem, judged.of(named.c), permitted);
    Json object;
    if (json)
      object = to_json(named, problem, permitted, judged.text(named.c));
    else
      print(named, problem, permitted, judged.text(named.c));
    if (named.c.data) ask(oracle, problem, of_answer.of(named.c), permitted);
    if (const auto what = conformance::disputed(named.c, permitted)) {
      tell(fmt::format("assay: {}: {}\n", named.name, *what));
      object["disputed"] = *what;
      dispute = true;
    }
    if (json) fmt::print("{}\n", specs::json_text(object));
  }
  return dispute ? 2 : 0;
}

}  // namespace

void add_oracle(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::string> cases;
    bool json = false;
    std::uint64_t draw = 0;
    OperatorOption operators;
    std::uint64_t seed = 1;
    specs::Limits limits;
  };
  auto* sub =
      app.add_subcommand("oracle", "Print a case's inputs and permitted answers; no device");
  auto o = std::make_shared<Options>();
  auto* named = sub->add_option("CASE", o->cases, kCaseHelp)->type_name("");
  sub->add_flag("--json", o->json, "One JSON object a case");
  auto* draw = sub->add_option("--draw", o->draw, "Draw so many cases of each operator instead")
                   ->transform(count(1, 1000000))
                   ->type_name("N")
                   ->excludes(named);
  o->operators.add_to(*sub);
  sub->get_option("--operator")->needs(draw);
  add_seed(*sub, o->seed, "The same seed gives the same cases anywhere (default: 1)");
  sub->get_option("--seed")->needs(draw);
  sub->add_option("--max-elements", o->limits.max_elements,
                  "Elements of all tensors of a case that is drawn (default: 524288)")
      ->transform(count(16, specs::Limits{}.max_elements))
      ->type_name("N")
      ->needs(draw);
  sub->footer(
      "Where a case file has an expected answer that is not permitted, the line on stderr says so, "
      "the JSON object has it under \"disputed\", and the exit code is 2.\n\nExamples:\n"
      "  assay oracle --json my.case.json\n"
      "  assay oracle --json --draw 10 --operator gemm --max-elements 100");
  sub->callback([&context, o, draw] {
    if (o->cases.empty() && draw->empty()) throw CLI::RequiredError("CASE or --draw");
    context.action = [&context, o] {
      const specs::Catalogue catalogue(context.specs);
      return oracle(o->draw ? drawn_cases(o->operators.of(catalogue), o->draw, o->seed, o->limits)
                            : read_cases(o->cases, catalogue),
                    o->json);
    };
  });
}

}  // namespace assay::cmd
