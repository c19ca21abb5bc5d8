// The subcommand `assay bench`.
#include <fmt/format.h>

#include "cmd/bench_kernels.h"
#include "cmd/options/case_input.h"
#include "cmd/options/device_options.h"
#include "cmd/options/driver_choice.h"
#include "cmd/options/jobs.h"
#include "cmd/options/memory_option.h"
#include "cmd/options/own_files.h"
#include "cmd/options/seed_option.h"
#include "cmd/options/tell.h"
#include "cmd/options/values.h"
#include "cmd/own_process.h"
#include "cmd/subcommands.h"
#include "conformance/measure/throughput.h"
#include "conformance/run/device_json.h"
#include "opencl/launch/floor.h"
#include "ops/error.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

using conformance::Throughput;
using specs::Json;

constexpr double kFloorSeconds = 3;
/// The campaign by workers has this many times the cases of a repetition, since its workers have to
/// build their programs first.
constexpr std::uint64_t kCampaign = 30;

Json floor_to_json(const opencl::Floor& f) {
  return {{"empty_launch_seconds", f.empty_launch},
          {"smallest_launch_seconds", f.smallest_launch},
          {"copied_bytes", f.copied},
          {"write_bytes_per_second", f.write},
          {"read_bytes_per_second", f.read},
          {"device_copy_bytes_per_second", f.device_copy},
          {"host_copy_bytes_per_second", f.host_copy}};
}

void print_floor(const opencl::Floor& f) {
  say("Empty launch, with finish         {:8.2f} us  {:>10.0f} a second\n", f.empty_launch * 1e6,
      1 / f.empty_launch);
  say("Write, launch, read of 64 bytes   {:8.2f} us  {:>10.0f} a second\n", f.smallest_launch * 1e6,
      1 / f.smallest_launch);
  for (const auto& [what, rate] :
       {std::pair{"Write to the device", f.write}, std::pair{"Copy on the device", f.device_copy},
        std::pair{"Read from the device", f.read}, std::pair{"Copy on the host", f.host_copy}})
    say("{:<33} {:8.2f} GB/s  ({} MiB)\n", what, rate * 1e-9, f.copied >> 20);
}

std::vector<std::pair<const char*, double>> stages_of(const Throughput& t) {
  const auto& p = t.stages.pipeline;
  return {{"draw", t.stages.draw},
          {"fill", p.fill},
          {"oracle", p.oracle},
          {"layout", p.launch.layout},
          {"upload", p.launch.upload},
          {"launch", p.launch.run},
          {"download", p.launch.download},
          {"guards", p.launch.guards},
          {"judge", p.judge},
          {"rest", t.stages.rest}};
}

Json throughput_to_json(const Throughput& t, double empty_launch) {
  Json stages;
  for (const auto& [name, seconds] : stages_of(t))
    stages[name] = seconds / static_cast<double>(t.cases);
  return {{"cases", t.cases},
          {"cases_per_second", t.cases_per_second},
          {"times_empty_launches", t.cases_per_second * empty_launch},
          {"stage_seconds_per_case", stages}};
}

void print_throughput_head(const Throughput& t) {
  say("{:<22}{:>10}{:>9}", "Operator", "cases/s", "x floor");
  for (const auto& [name, seconds] : stages_of(t)) say("{:>9}", name);
  say("\n");
}

void print_throughput(const std::string& name, const Throughput& t, double empty_launch) {
  say("{:<22}{:>10.0f}{:>9.2f}", name, t.cases_per_second, t.cases_per_second * empty_launch);
  double total = 0;
  for (const auto& [stage, seconds] : stages_of(t)) total += seconds;
  for (const auto& [stage, seconds] : stages_of(t)) say("{:>8.0f}%", 100 * seconds / total);
  say("\n");
  std::fflush(stdout);
}

int floor(const BenchOptions& o) {
  const opencl::Device device = opencl::Device::open(o.device);
  const opencl::Floor f = opencl::measure_floor(device, kFloorSeconds);
  if (o.json)
    fmt::print("{}\n", specs::json_text(Json{{"device", conformance::device_to_json(device.info())},
                                             {"floor", floor_to_json(f)}},
                                        2));
  else
    print_floor(f);
  return 0;
}

int throughput(const specs::Catalogue& catalogue, const std::optional<std::filesystem::path>& specs,
               const BenchOptions& o) {
  conformance::CampaignOptions all;
  all.seed = o.seed;
  all.plain_routes = o.plain;
  all.operators = o.operators.of(catalogue);
  all.cases = o.cases;
  if (o.kernels) require_kernels(*o.kernels, catalogue);
  const opencl::Device device = opencl::Device::open(o.device);
  const double empty = opencl::measure_floor(device, kFloorSeconds).empty_launch;
  conformance::Pipeline pipeline(device, {o.kernels});
  Json rows = Json::array();
  bool first = true;
  const auto measure = [&](const std::string& name, const conformance::CampaignOptions& options) {
    const Throughput t = conformance::measure_throughput(pipeline, options, o.repetitions);
    if (o.json) {
      rows.push_back(throughput_to_json(t, empty));
      rows.back()["operator"] = name;
      return;
    }
    if (std::exchange(first, false)) print_throughput_head(t);
    print_throughput(name, t, empty);
  };
  for (const specs::Spec* spec : all.operators) {
    conformance::CampaignOptions one = all;
    one.operators = {spec};
    measure(spec->name(), one);
  }
  if (all.operators.size() > 1) measure("all", all);
  const MemoryOption memory;
  const unsigned jobs = memory.bounded(o.jobs.value_or(default_jobs()));
  DeviceOptions device_options;
  device_options.device = o.device;
  device_options.kernels = o.kernels;
  all.cases = kCampaign * o.cases;
  const double rate = conformance::measure_campaign(
      device_options.workers(catalogue, specs, memory.share(jobs)), jobs, all, catalogue);
  if (o.json) {
    const Json by_workers{{"jobs", jobs},
                          {"cases", *all.cases},
                          {"cases_per_second", rate},
                          {"times_empty_launches", rate * empty}};
    fmt::print("{}\n", specs::json_text(Json{{"device", conformance::device_to_json(device.info())},
                                             {"empty_launch_seconds", empty},
                                             {"throughput", rows},
                                             {"by_workers", by_workers}},
                                        2));
    return 0;
  }
  say("{:<22}{:>10.0f}{:>9.2f}  as assay run does it, {} cases\n",
      fmt::format("by {} worker{}", jobs, jobs == 1 ? "" : "s"), rate, rate * empty, *all.cases);
  say("Floor: an empty launch with its finish, {:.2f} us\n", empty * 1e6);
  return 0;
}

/// Runs `action` with one driver, in a process of its own. A driver that fails while it is measured
/// is an Error and not a divergence, since no case was judged.
int measured(const Context& context, const BenchOptions& o, const std::function<int()>& action) {
  const bool reads_input = std::ranges::find(o.given, "-") != o.given.end();
  return in_own_process(context, {.reads_input = reads_input}, [&] {
    choose_driver(o.device);
    try {
      return action();
    } catch (const opencl::CallFailure& failure) {
      throw Error(failure.text());
    }
  });
}

using BenchOptionsPointer = std::shared_ptr<BenchOptions>;

/// What each subcommand of it has.
void add_device(CLI::App& sub, const BenchOptionsPointer& o) {
  sub.add_option("--device", o->device, "The device: a glob, as for run (default: the first)")
      ->type_name("NAME");
  sub.add_flag("--json", o->json, "One JSON object");
}

void add_throughput(CLI::App& bench, Context& context, const BenchOptionsPointer& o) {
  auto& sub = *bench.add_subcommand(
      "throughput", "Cases a second, from drawing to judging, in one process and by workers");
  o->operators.add_to(sub);
  sub.add_option("--cases", o->cases, "Cases a repetition")
      ->transform(count(1, 1u << 30))
      ->type_name("N");
  sub.add_option("--repetitions", o->repetitions, "The median of so many counts")
      ->transform(count(1, 1000))
      ->type_name("N");
  add_seed(sub, o->seed, "The campaign's seed");
  sub.add_option("--jobs", o->jobs, "Workers of the last row (default: as for run)")
      ->transform(count(1, 64))
      ->type_name("N");
  sub.add_flag("--plain", o->plain, "Only the simplest way to the device");
  sub.add_option("--kernels", o->kernels, "As for run")->type_name("DIR");
  add_device(sub, o);
  sub.callback([&context, o] {
    context.action = [&context, o] {
      return measured(context, *o, [&] {
        return throughput(specs::Catalogue(context.specs), context.specs, *o);
      });
    };
  });
}

void add_kernels(CLI::App& bench, Context& context, const BenchOptionsPointer& o) {
  auto& sub = *bench.add_subcommand(
      "kernels", "GB/s of each variant, beside a copy on the device of as many bytes");
  auto* given = sub.add_option("CASE", o->given,
                               std::string("Instead of one a size of each operator. ") + kCaseHelp);
  o->operators.add_to(sub);
  sub.get_option("--operator")->excludes(given);
  sub.add_option("--kernels", o->kernels, "As for run")->type_name("DIR");
  sub.add_option("--max-elements", o->max_elements,
                 "The most elements over all tensors of the case (default: 16 Mi)")
      ->transform(count(BenchOptions::kLeastElements, std::uint64_t{1} << 28))
      ->type_name("N")
      ->excludes(given);
  sub.add_option("--repetitions", o->repetitions, "The median of at least so many launches")
      ->transform(count(1, 1000))
      ->type_name("N");
  add_device(sub, o);
  sub.callback([&context, o] {
    context.action = [&context, o] {
      return measured(context, *o,
                      [&] { return bench_kernels(specs::Catalogue(context.specs), *o); });
    };
  });
}

void add_floor(CLI::App& bench, Context& context, const BenchOptionsPointer& o) {
  auto& sub = *bench.add_subcommand("floor", "What the driver charges for next to nothing");
  add_device(sub, o);
  sub.callback([&context, o] {
    context.action = [&context, o] { return measured(context, *o, [&] { return floor(*o); }); };
  });
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("bench", "Measure the harness and the driver's own pace");
  sub->require_subcommand(1);
  const auto o = std::make_shared<BenchOptions>();
  add_throughput(*sub, context, o);
  add_kernels(*sub, context, o);
  add_floor(*sub, context, o);
  sub->footer(
      "Examples:\n  assay bench throughput\n  assay bench throughput --operator gather\n"
      "  assay bench kernels --operator slice1\n"
      "  assay bench kernels "
      "'gather:level=4_1:InputTensor=FLOAT32.64x32:IndicesTensor=UINT32.1x4096:"
      "OutputTensor=FLOAT32.4096x32:Axis=0:IndexDimensions=1'\n"
      "  assay bench floor --device '*llvmpipe*' --json");
}

}  // namespace assay::cmd
