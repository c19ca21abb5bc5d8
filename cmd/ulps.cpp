// The subcommand `assay ulps`.
#include "conformance/measure/ulps.h"

#include <fmt/format.h>

#include "cmd/options/driver_choice.h"
#include "cmd/options/seed_option.h"
#include "cmd/subcommands.h"
#include "conformance/run/device_json.h"
#include "ops/error.h"
#include "specs/json.h"

namespace assay::cmd {
namespace {

using conformance::UlpError;
using specs::Json;

struct UlpsOptions {
  std::string device;
  std::uint64_t arguments = 1 << 16;
  std::uint64_t seed = 1;
  bool json = false;
};

/// A number as JSON has it; infinity and NaN are strings, as in case files.
Json number(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;
}

Json to_json(const UlpError& e) {
  Json json{
      {"function", e.function},       {"type", "FLOAT32"}, {"lanes", e.lanes}, {"limit", e.limit},
      {"largest", number(e.largest)}, {"a", number(e.a)}};
  if (e.operands > 1) json["b"] = number(e.b);
  json["came"] = number(e.came);
  json["exact"] = number(e.exact);
  json["results"] = e.results;
  json["refused"] = e.refused;
  return json;
}

void print(const std::vector<UlpError>& errors) {
  fmt::print("{:<10}{:>5}{:>8}{:>9}  {:<32}{:<16}{:<20}\n", "Function", "lanes", "limit", "largest",
             "at", "came", "exact");
  for (const UlpError& e : errors) {
    const std::string at =
        e.operands > 1 ? fmt::format("{}, {}", e.a, e.b) : fmt::format("{}", e.a);
    fmt::print("{:<10}{:>5}{:>8}{:>9.3g}  {:<32}{:<16}{:<20.9g}{}\n", e.function, e.lanes, e.limit,
               e.largest, at, e.came, e.exact,
               e.refused ? fmt::format(" {} of {} beyond the limit", e.refused, e.results) : "");
  }
}

/// Exits with 1 if a result is not permitted.
int ulps(const UlpsOptions& o) {
  choose_driver(o.device);
  try {
    const opencl::Device device = opencl::Device::open(o.device);
    const std::vector<UlpError> errors = conformance::measure_ulps(device, o.arguments, o.seed);
    bool refused = false;
    Json rows = Json::array();
    for (const UlpError& e : errors) {
      refused |= e.refused > 0;
      rows.push_back(to_json(e));
    }
    if (o.json) {
      fmt::print("{}\n",
                 specs::json_text(Json{{"device", conformance::device_to_json(device.info())},
                                       {"seed", o.seed},
                                       {"ulps", rows}},
                                  2));
    } else {
      fmt::print("Device   {} ({})\nDriver   {}\n\n", device.info().name, device.info().platform,
                 device.info().driver_version);
      print(errors);
    }
    return refused ? 1 : 0;
  } catch (const opencl::CallFailure& failure) {
    throw Error(failure.text());
  }
}

}  // namespace

void add_ulps(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand(
      "ulps", "Measure the largest error of each built-in function, beside its limit");
  auto o = std::make_shared<UlpsOptions>();
  sub->add_option("--device", o->device, "As for run")->type_name("NAME");
  sub->add_option("--arguments", o->arguments, "Arguments of each function")
      ->check(CLI::Range(std::uint64_t{4}, std::uint64_t{1} << 28).description(""));
  add_seed(*sub, o->seed, "From which the arguments are made");
  sub->add_flag("--json", o->json, "One JSON object");
  sub->footer(
      "The limits are those of the OpenCL C specification. The exit code is 1 where a result is "
      "beyond its limit.\n\nExamples:\n  assay ulps\n  assay ulps --arguments 1000000 --json");
  sub->callback([&context, o] { context.action = [o] { return ulps(*o); }; });
}

}  // namespace assay::cmd
