// Drawing a route. What costs nothing but the launch itself is drawn freely, so that features meet
// in every combination. What makes a driver compile (a local size, where the case's descriptor
// lies, options, a binary) would soon take all of the time, for there are some thousand programs:
// one such feature is drawn at a time, often for one program in 64, and for the rest so seldom that
// a long campaign still comes to all of them. Nothing here asks a clock: the same seed gives the
// same routes.
#include <array>

#include "conformance/route.h"

namespace assay::conformance {
namespace {

using opencl::CaseSpace;
using opencl::DeviceInfo;
using opencl::LaunchOptions;
using opencl::QueueKind;
using opencl::Transfer;

// Of draws: how many ask for a feature that builds; of programs: for how many that is granted at
// once; and how often it is granted to any other.
constexpr std::uint64_t kBuildsOnceIn = 8, kProgramsOnceIn = 64, kOthersOnceIn = 64;

std::uint64_t program_hash(const specs::Case* example, const opencl::Variant& variant,
                           std::uint64_t feature) {
  std::uint64_t hash = 0xcbf29ce484222325 + feature;
  const auto mix = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  mix(variant.name);
  if (example) {
    mix(example->spec->name());
    for (const ops::TensorDesc& t : example->descriptor.tensors) mix(name_of(t.type));
  }
  return hash ^ (hash >> 29);
}

void draw_transfer(LaunchOptions& launch, specs::Chooser& chooser) {
  if (chooser.below(2))
    launch.transfer = static_cast<Transfer>(1 + chooser.below(opencl::kTransfers - 1));
  if (chooser.once_in(4)) launch.pieces = 2 + chooser.below(4);
}

void draw_queue(LaunchOptions& launch, const DeviceInfo& device, specs::Chooser& chooser) {
  if (chooser.below(4)) return;
  launch.queue = static_cast<QueueKind>(1 + chooser.below(opencl::kQueueKinds - 1));
  if (launch.queue == QueueKind::OutOfOrder && !device.out_of_order)
    launch.queue = QueueKind::InOrder;
}

void draw_building(LaunchOptions& launch, const opencl::Variant& variant, const DeviceInfo& device,
                   const specs::Case* example, specs::Chooser& chooser) {
  constexpr std::array<std::size_t, 4> kLocals{1, 33, 256, LaunchOptions::kNullLocal};
  constexpr std::uint64_t kFeatures = 10;
  const std::uint64_t feature = chooser.below(kFeatures);
  const bool granted = program_hash(example, variant, feature) % kProgramsOnceIn == 0;
  if (!granted && !chooser.once_in(kOthersOnceIn)) return;
  if (feature < 5) {
    if (variant.has_fixed_local()) return;
    const std::size_t local = feature < 4 ? kLocals[feature] : device.max_work_group_size;
    if (local <= device.max_work_group_size) launch.local = local;
    return;
  }
  if (feature == 5) launch.case_space = CaseSpace::Constant;
  if (feature == 6) launch.case_space = CaseSpace::Value;
  if (feature == 7) launch.binary = true;
  if (feature == 8) launch.optimize = false;
  if (feature == 9) launch.standard = device.standards[chooser.below(device.standards.size())];
}

bool has_alias(const specs::Case* example) {
  if (!example) return false;
  for (std::size_t place = 0; place < example->spec->alias.size(); ++place)
    if (example->spec->alias[place] != place) return true;
  return false;
}

}  // namespace

Route draw_route(const std::vector<const opencl::Variant*>& offered, const DeviceInfo& device,
                 specs::Chooser& chooser, const specs::Case* example) {
  constexpr std::array<std::size_t, 4> kGuards{72, 128, 256, 1024};
  Route route;
  const opencl::Variant& variant = *offered[chooser.below(offered.size())];
  route.variant = variant.name;
  route.launch.placement = static_cast<std::uint32_t>(chooser.below(16));
  draw_transfer(route.launch, chooser);
  draw_queue(route.launch, device, chooser);
  if (chooser.once_in(4)) route.launch.guard_bytes = kGuards[chooser.below(kGuards.size())];
  if (chooser.once_in(4)) route.launch.offset = 1 + chooser.below(4);
  if (chooser.once_in(4)) route.launch.launches = 2 + chooser.below(2);
  route.in_place = has_alias(example) && chooser.once_in(4);
  route.differential = chooser.once_in(16);
  if (chooser.once_in(kBuildsOnceIn))
    draw_building(route.launch, variant, device, example, chooser);
  return route;
}

}  // namespace assay::conformance
