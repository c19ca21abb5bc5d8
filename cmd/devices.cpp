// The subcommand `assay devices`.
#include <fmt/format.h>

#include "cmd/options/driver_choice.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "conformance/run/device_json.h"
#include "conformance/workers/drivers.h"
#include "opencl/device/device.h"
#include "ops/error.h"

namespace assay::cmd {
namespace {

const char* yes_no(bool b) { return b ? "yes" : "no"; }

int devices(bool json) {
  std::vector<opencl::DeviceInfo> all;
  const auto icds = conformance::icd_files();
  const auto drivers = conformance::list_drivers(icds);
  for (const conformance::Driver& driver : drivers)
    all.insert(all.end(), driver.devices.begin(), driver.devices.end());
  tell_trouble(drivers);
  std::optional<opencl::CallFailure> refused;
  if (icds.empty()) all = opencl::list_devices(&refused);
  if (refused) throw Error("the devices cannot be listed: " + refused->text());
  if (json) {
    specs::Json list = specs::Json::array();
    for (const auto& d : all) list.push_back(conformance::device_to_json(d));
    fmt::print("{}\n", specs::json_text(list, 2));
  }
  if (all.empty()) {
    const std::string cause = conformance::trouble_of_cache();
    throw Error("no OpenCL device (is a driver installed, for instance pocl-opencl-icd?)" +
                (cause.empty() ? cause : "; " + cause));
  }
  if (json) return 0;
  for (const auto& d : all) {
    say("{}\n  platform    {} ({})\n  vendor      {}\n  driver      {}\n", d.name, d.platform,
        d.platform_version, d.vendor, d.driver_version);
    say("  OpenCL      {}; C: {}\n", d.version, d.c_version);
    say("  fp16 {}, fp64 {}; denormals kept: fp16 {}, fp32 {}, fp64 {}\n", yes_no(d.fp16),
        yes_no(d.fp64), yes_no(d.denormals16), yes_no(d.denormals32), yes_no(d.denormals64));
    say("  {} compute units, work-groups up to {}, {} MiB of memory, {} MiB at once\n",
        d.compute_units, d.max_work_group_size, d.global_memory >> 20, d.max_allocation >> 20);
  }
  return 0;
}

}  // namespace

void add_devices(CLI::App& app, Context& context) {
  auto* sub = app.add_subcommand("devices", "List the OpenCL devices");
  auto json = std::make_shared<bool>();
  sub->add_flag("--json", *json, "One JSON array");
  sub->footer(
      "Each driver (.icd file) is asked in a process of its own.\n\nExamples:\n  assay devices\n  "
      "OCL_ICD_VENDORS=/etc/my-icds assay devices --json");
  sub->callback([&context, json] { context.action = [json] { return devices(*json); }; });
}

}  // namespace assay::cmd
