// An input is a case, written as a line or as bytes. Lines keep the corpus readable, and let the
// mutator edit and repair. Bytes are for engines that know nothing about cases.
#include "fuzz/case_input.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "conformance/route/route_field.h"
#include "conformance/run/record.h"
#include "fuzz/byte_chooser.h"
#include "fuzz/device.h"
#include "fuzz/environment.h"
#include "fuzz/finding.h"
#include "fuzz/small_case.h"
#include "opencl/shape/shape.h"
#include "ops/error.h"
#include "ops/hash.h"
#include "specs/case_text.h"
#include "specs/repair.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using conformance::Routed;

std::optional<Routed> from_line(std::string_view line) {
  Routed r;
  try {
    r.c = specs::parse_case(line, catalogue());
    r.route = conformance::parse_route(r.c.route);
  } catch (const Error&) {
    return std::nullopt;
  }
  r.c.route.clear();
  if (!specs::is_valid(r.c)) r.c = specs::repair(r.c);
  if (!is_small(r.c)) return std::nullopt;
  return r;
}

Routed from_bytes(Input input) {
  ByteChooser problem(problem_bytes(input)), route(route_bytes(input));
  Routed r{draw_small(problem), {}};
  const auto offered = pipeline().offered(*r.c.spec, conformance::types_of(r.c.descriptor));
  if (!offered.empty())
    r.route = conformance::draw_route(offered, pipeline().device(), route, &r.c);
  return r;
}

/// Whether a command that waits for another command's event would hang. PoCL 3.1's device `basic`
/// then takes a lock twice and waits forever. That device is used for routes without such events,
/// because it is fast. The device `pthread` does not have this fault.
bool waits_for_itself(const opencl::DeviceInfo& device) {
  return device.is_pocl() && device.name.starts_with("basic");
}

/// Whether the shape would meet a fault that the device is known to have. PoCL 3.1 lets the wrong
/// items run what stands beside a barrier, in many shapes (conformance/known/POCL.md). A fuzzer
/// that meets a known fault finds no other.
bool meets_known_fault(const Routed& r, const opencl::Variant& variant,
                       const opencl::DeviceInfo& device) {
  if (r.route.launch.shape == 0 || !device.is_pocl()) return false;
  const std::vector<std::string> kernels = variant.kernels();
  const opencl::KernelTree tree(opencl::shaped(pipeline().library().of(*r.c.spec).source(variant),
                                               opencl::chain_of(r.route.launch.shape), kernels),
                                kernels);
  return std::any_of(tree.functions().begin(), tree.functions().end(),
                     [&](const opencl::Function& f) { return tree.has_barrier(f.body().all); });
}

/// A cache of cases by their lines. With it a case need not be parsed each time that it is mutated
/// or run. One in 64 cases is parsed nevertheless, and must be equal to the cached one.
class Known {
 public:
  void add(std::string_view line, const Routed& r) {
    Slot& slot = slots_[index(line)];
    slot.line = line;
    slot.r = r;
  }
  const Routed* find(std::string_view line) {
    const Slot& slot = slots_[index(line)];
    return slot.line == line && ++found_ % 64 ? &slot.r : nullptr;
  }
  void check(std::string_view line, const std::optional<Routed>& parsed) const {
    const Slot& slot = slots_[index(line)];
    if (slot.line == line && parsed != slot.r)
      report("this line was printed of another case", line);
  }

 private:
  struct Slot {
    std::string line;
    Routed r;
  };
  static constexpr std::size_t kSlots = 1 << 12;
  static std::size_t index(std::string_view line) { return ops::fnv1a(line) % kSlots; }
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
  std::uint64_t found_ = 0;
};

Known& known() {
  static Known* const all = new Known;
  return *all;
}

}  // namespace

Input problem_bytes(Input input) { return input.first(input.size() - route_bytes(input).size()); }

Input route_bytes(Input input) { return input.last(std::min(input.size() / 2, kRouteBytes)); }

bool make_runnable(Routed& r) {
  constexpr std::size_t kMostGuard = 4096, kMostOffset = 64, kMostRepeat = 3;
  const opencl::DeviceInfo& device = pipeline().device();
  const auto offered = pipeline().offered(*r.c.spec, conformance::types_of(r.c.descriptor));
  if (offered.empty()) return false;
  const auto named = std::find_if(offered.begin(), offered.end(),
                                  [&](const auto* v) { return v->name == r.route.variant; });
  const opencl::Variant& variant = named == offered.end() ? *offered[0] : **named;
  r.route.variant = variant.name;
  for (const conformance::RouteField& field : conformance::route_fields()) {
    const std::uint64_t value = field.get(r.route);
    // Values of fields that have simpler ones are too many to be listed.
    if ((field.fixed_by && field.fixed_by(variant)) || field.is_lacking(value, device) ||
        (!field.simpler && !field.is_asked_for(value, device)))
      field.make_usual(r.route);
  }
  if (meets_known_fault(r, variant, device)) r.route.launch.shape = 0;
  opencl::LaunchOptions& launch = r.route.launch;
  if (waits_for_itself(device) &&
      (launch.queue == opencl::QueueKind::OutOfOrder || launch.queue == opencl::QueueKind::Several))
    launch.queue = opencl::QueueKind::InOrder;
  launch.guard_bytes = std::min(launch.guard_bytes, kMostGuard);
  launch.offset = std::min(launch.offset, kMostOffset);
  r.route.repeat = std::min<std::uint64_t>(r.route.repeat, kMostRepeat);
  return true;
}

std::optional<Routed> decode(Input input) {
  const auto line = line_of_input(input);
  if (line)
    if (const Routed* r = known().find(*line)) return *r;
  std::optional<Routed> r = line ? from_line(*line) : from_bytes(input);
  if (!r || !make_runnable(*r)) r.reset();
  if (line) known().check(*line, r);
  if (line && r) known().add(*line, *r);
  return r;
}

std::string encode(const Routed& r) {
  std::string line = conformance::line_of(r.c, r.route);
  if (is_small(r.c)) known().add(line, r);
  return line;
}

}  // namespace assay::fuzz
