// Drawing a route. What costs nothing but the launch itself is drawn freely, so that features meet
// in every combination. What makes a driver compile (a local size, where the case's descriptor
// lies, options, a binary) would soon take all of the time, for there are some thousand programs:
// each such feature is drawn often for the few combinations of an operator and a data type that
// are its own, so that the first rounds meet them all, and for the rest so seldom that only a long
// campaign comes to them. Nothing here asks a clock: the same seed gives the same routes.
#include <array>

#include "conformance/route/route.h"

namespace assay::conformance {
namespace {

using opencl::CaseSpace;
using opencl::DeviceInfo;
using opencl::LaunchOptions;
using opencl::MemoryKind;
using opencl::ProgramFrom;
using opencl::QueueKind;

// Features that build; and how often one is drawn for what is not its own.
constexpr std::uint64_t kBuilding = 10, kOthersOnceIn = 512;
// How often a buffer of more than 4 GiB is drawn: memory that others may want.
constexpr std::uint64_t kFarOnceIn = 256;

// A number for an operator with a data type: neighbouring types have neighbouring ones.
std::uint64_t combination(const specs::Case& example) {
  std::uint64_t hash = 0;
  for (const char c : example.spec->name()) hash = hash * 31 + static_cast<unsigned char>(c);
  return hash + static_cast<std::uint64_t>(example.descriptor.tensors[0].type);
}

// The building feature that a combination has as its own; half of them have none, but for SPIR-V on
// devices that take it.
constexpr std::uint64_t kSpirvFeature = 2 * kBuilding - 1;
std::uint64_t own_feature(const specs::Case& example) {
  return combination(example) % (2 * kBuilding);
}

// Some drivers build for offsets other than 0 too: one combination in six has them often.
void draw_offsets(LaunchOptions& launch, const specs::Case* example, specs::Chooser& chooser) {
  const bool own = example && combination(*example) % 6 == 0;
  const std::uint64_t once_in = own ? 2 : 128;
  if (chooser.once_in(once_in)) launch.offset = 1 + chooser.below(4);
  if (chooser.once_in(once_in)) launch.launches = 2 + chooser.below(2);
}

void draw_memory(LaunchOptions& launch, const DeviceInfo& device, specs::Chooser& chooser) {
  if (chooser.once_in(3))
    launch.memory = static_cast<MemoryKind>(1 + chooser.below(opencl::kMemoryKinds - 2));
  if (opencl::is_svm(launch.memory) && !device.coarse_svm) launch.memory = MemoryKind::Write;
  if (chooser.once_in(kFarOnceIn) && device.has_far_memory()) launch.memory = MemoryKind::Far;
  if (chooser.once_in(4)) launch.pieces = 2 + chooser.below(4);
}

void draw_queue(LaunchOptions& launch, const DeviceInfo& device, specs::Chooser& chooser) {
  if (chooser.below(6)) return;
  launch.queue = static_cast<QueueKind>(1 + chooser.below(opencl::kQueueKinds - 1));
  if (launch.queue == QueueKind::OutOfOrder && !device.out_of_order)
    launch.queue = QueueKind::InOrder;
}

void draw_building(LaunchOptions& launch, const opencl::Variant& variant, const DeviceInfo& device,
                   const specs::Case* example, specs::Chooser& chooser) {
  constexpr std::array<std::size_t, 4> kLocals{1, 33, 256, LaunchOptions::kNullLocal};
  const bool other = chooser.once_in(kOthersOnceIn);
  if (!other && (!example || chooser.below(2))) return;
  const std::uint64_t feature = other ? chooser.below(kBuilding) : own_feature(*example);
  if (feature < 5) {
    if (variant.has_fixed_local()) return;
    const std::size_t local = feature < 4 ? kLocals[feature] : device.max_work_group_size;
    if (local <= device.max_work_group_size) launch.local = local;
    return;
  }
  if (feature == 5) launch.case_space = CaseSpace::Constant;
  if (feature == 6) launch.case_space = CaseSpace::Value;
  if (feature == 7) launch.program = ProgramFrom::Binary;
  if (feature == 8) launch.optimize = false;
  if (feature == 9) launch.cl_std = device.standards[chooser.below(device.standards.size())];
  if (feature == kSpirvFeature && device.spirv) launch.program = ProgramFrom::Spirv;
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
  draw_memory(route.launch, device, chooser);
  draw_queue(route.launch, device, chooser);
  if (chooser.once_in(4)) route.launch.guard_bytes = kGuards[chooser.below(kGuards.size())];
  draw_offsets(route.launch, example, chooser);
  route.in_place = has_alias(example) && chooser.once_in(4);
  if (chooser.once_in(32)) route.poison = PoisonKind::Differential;
  route.launch.probe = chooser.once_in(16);
  draw_building(route.launch, variant, device, example, chooser);
  if (route.launch.queue == QueueKind::OutOfOrder && route.launch.launches_side_by_side())
    route.launch.queue = QueueKind::InOrder;
  return route;
}

}  // namespace assay::conformance
