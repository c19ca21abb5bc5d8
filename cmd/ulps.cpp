// The subcommand `assay ulps`.
#include "conformance/measure/ulps.h"

#include <fmt/format.h>

#include <algorithm>

#include "cmd/options/driver_choice.h"
#include "cmd/options/seed_option.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/own_process.h"
#include "cmd/stop_signals.h"
#include "cmd/subcommands.h"
#include "conformance/base/output_file.h"
#include "conformance/report/ulps_report.h"
#include "ops/error.h"
#include "ops/nearest_name.h"

namespace assay::cmd {
namespace {

using conformance::ShownUlps;

/// Seconds in which a signal ends the measurement, whatever the driver does.
constexpr unsigned kMostSecondsToStop = 4;

struct UlpsArguments {
  std::vector<std::filesystem::path> folders;
  std::string device;
  conformance::UlpsOptions measured;
  std::vector<std::string> types;
  std::optional<std::filesystem::path> out, html;
  bool json = false;
};

std::vector<conformance::UlpType> types_named(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto type : conformance::kUlpTypes) known.emplace_back(name_of(type));
  std::vector<conformance::UlpType> types;
  for (const std::string& name : names) {
    const auto type = conformance::ulp_type_named(name);
    if (!type)
      throw Error(fmt::format("--type: no type {}{}", name, ops::known_words(name, known)));
    types.push_back(*type);
  }
  return types;
}

std::vector<std::string> lane_words() {
  std::vector<std::string> words;
  for (const int lanes : conformance::kVectorLanes) words.push_back(std::to_string(lanes));
  return words;
}

/// Whether a call that failed ended the measurement.
bool is_failed(const conformance::Ulps& measured) {
  return !measured.cut_short.empty() && !StopSignals::asked();
}

conformance::Ulps measure(const UlpsArguments& o) {
  conformance::UlpsOptions options = o.measured;
  options.types = types_named(o.types);
  std::ranges::sort(options.lanes);
  options.lanes.erase(std::ranges::unique(options.lanes).begin(), options.lanes.end());
  options.go_on = [] { return !StopSignals::asked(); };
  if (o.out) conformance::begin_ulps(*o.out);
  choose_driver(o.device);
  // The driver works in this process, which cannot go on where it hangs.
  StopSignals::heed(kMostSecondsToStop);
  try {
    conformance::Ulps ulps = conformance::measure_ulps(opencl::Device::open(o.device), options);
    if (ulps.errors.empty() && is_failed(ulps)) throw Error(ulps.cut_short);
    if (o.out) conformance::keep_ulps(*o.out, ulps);
    return ulps;
  } catch (const opencl::CallFailure& failure) {
    throw Error(failure.text());
  }
}

/// Exits with 1 if an error is beyond its limit, with 2 if a call failed, and with 3 if nothing was
/// measured, if the device lacks a type that was named, if a signal ended the measurement, or if a
/// result that is shown was cut short.
int ulps(const UlpsArguments& o) {
  std::vector<ShownUlps> all;
  for (const std::filesystem::path& folder : o.folders)
    all.push_back({folder.string(), conformance::read_ulps(folder)});
  if (o.folders.empty()) all.push_back({"", measure(o)});
  if (o.json) {
    const specs::Json json =
        o.folders.empty() ? ulps_to_json(all.front().ulps) : conformance::ulps_results_json(all);
    fmt::print("{}\n", specs::json_text(json, 2));
  } else {
    for (const ShownUlps& shown : all)
      say("{}{}", &shown == all.data() ? "" : "\n", conformance::ulps_text(shown));
  }
  if (o.html) {
    conformance::OutputFile page(*o.html);
    page.write(conformance::ulps_html(all));
    page.close();
  }
  if (StopSignals::asked()) tell_complaint("stopped before all was measured");
  const bool failed = o.folders.empty() && is_failed(all.front().ulps);
  if (failed) tell_complaint("not all was measured: " + all.front().ulps.cut_short);
  if (std::ranges::any_of(all, [](const ShownUlps& s) { return s.ulps.beyond() > 0; })) return 1;
  if (failed) return 2;
  const bool lacks = std::ranges::any_of(all, [&](const ShownUlps& s) {
    return s.ulps.errors.empty() || !s.ulps.cut_short.empty() ||
           (!o.types.empty() && !s.ulps.not_supported.empty());
  });
  return lacks || StopSignals::asked() ? 3 : 0;
}

}  // namespace

void add_ulps(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand(
      "ulps", "Measure the largest error of each built-in function, beside its limit");
  auto o = std::make_shared<UlpsArguments>();
  auto* folders =
      sub->add_option("DIR", o->folders, "Show these kept results (--out), and measure nothing")
          ->type_name("");
  const auto measuring = [&](CLI::Option* option) { option->excludes(folders); };
  measuring(sub->add_option("--device", o->device, "As for run")->type_name("NAME"));
  measuring(sub->add_option("--function", o->measured.functions,
                            "These built-in functions only (default: all)")
                ->delimiter(',')
                ->type_name("NAME,..."));
  measuring(sub->add_option("--type", o->types, "FLOAT32, FLOAT16 or half (default: all)")
                ->delimiter(',')
                ->type_name("NAME,..."));
  measuring(sub->add_option("--lanes", o->measured.lanes,
                            "Lanes of the vectors: 1 (a scalar), 2, 3, 4, 8, 16 (default: 1,4)")
                ->check(one_of(lane_words()))
                ->delimiter(',')
                ->type_name("N,..."));
  measuring(sub->add_option("--arguments", o->measured.arguments,
                            "Arguments of each function; of one half, all 65,536 are taken")
                ->transform(count(4, std::uint64_t{1} << 28))
                ->type_name("N"));
  add_seed(*sub, o->measured.seed, "From which the arguments are made");
  measuring(sub->get_option("--seed"));
  measuring(sub->add_option("--out", o->out, "Keep the result in this folder, for `assay diff`")
                ->type_name("DIR"));
  sub->add_flag("--json", o->json, "One JSON object");
  sub->add_option("--html", o->html, "Write a page of HTML, one file")->type_name("FILE");
  sub->footer(
      "The limits are those of the OpenCL C specification. FLOAT16 is computed in float, between "
      "vload_half and vstore_half; half in its own arithmetic, where the device has cl_khr_fp16.\n"
      "The exit code is 1 where a result is beyond its limit.\n\nExamples:\n  assay ulps\n  assay "
      "ulps --function sin,cos --type FLOAT32 --arguments 1000000 --json\n  assay ulps --out pocl\n"
      "  assay ulps pocl intel --html ulps.html");
  sub->callback([&context, o] {
    context.action = [&context, o] {
      if (!o->folders.empty()) return ulps(*o);
      return in_own_process(context, {.seconds_to_stop = kMostSecondsToStop + 0.5},
                            [&] { return ulps(*o); });
    };
  });
}

}  // namespace assay::cmd
