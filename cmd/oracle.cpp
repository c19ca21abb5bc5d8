// The subcommand `assay oracle`.
#include <fmt/format.h>

#include "cmd/options/case_input.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/verdict/element_text.h"
#include "conformance/verdict/expectation.h"
#include "conformance/verdict/permitted_json.h"
#include "ops/error.h"
#include "specs/case_json.h"
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

Json to_json(const NamedCase& named, const ops::Problem& problem, const ops::Permitted& permitted) {
  Json json;
  json["case"] = named.name;
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

void print(const NamedCase& named, const ops::Problem& problem, const ops::Permitted& permitted) {
  say("{}\n", named.name);
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

int oracle(const specs::Catalogue& catalogue, const std::vector<std::string>& arguments,
           bool json) {
  std::vector<NamedCase> cases = read_cases(arguments, catalogue);
  for (NamedCase& c : cases) {
    require_valid(c);
    if (total_elements(c.c) > kMostPrinted)
      throw Error(fmt::format("{}: has {} elements; up to {} are printed", c.name,
                              total_elements(c.c), kMostPrinted));
  }
  ops::Problem problem;
  ops::Permitted permitted;
  bool dispute = false;
  for (const NamedCase& named : cases) {
    specs::fill(named.c, problem);
    ask(ops::oracle_of(named.c.spec->signature), problem, {}, permitted);
    if (json) {
      fmt::print("{}\n", specs::json_text(to_json(named, problem, permitted)));
    } else {
      print(named, problem, permitted);
    }
    if (const auto what = conformance::disputed(named.c, permitted)) {
      tell(fmt::format("assay: {}: {}\n", named.name, *what));
      dispute = true;
    }
  }
  return dispute ? 2 : 0;
}

}  // namespace

void add_oracle(CLI::App& app, Context& context) {
  struct Options {
    std::vector<std::string> cases;
    bool json = false;
  };
  auto* sub =
      app.add_subcommand("oracle", "Print a case's inputs and permitted answers; no device");
  auto o = std::make_shared<Options>();
  sub->add_option("CASE", o->cases, kCaseHelp)->required()->type_name("");
  sub->add_flag("--json", o->json, "One JSON object a case");
  sub->footer("Example:\n  assay oracle --json my.case.json");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      return oracle(specs::Catalogue(context.specs), o->cases, o->json);
    };
  });
}

}  // namespace assay::cmd
