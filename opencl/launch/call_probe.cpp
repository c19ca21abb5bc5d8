#include "opencl/launch/call_probe.h"

#include <utility>

#include "opencl/launch/failed_events.h"
#include "opencl/launch/svm_free.h"

namespace assay::opencl {

std::optional<Damage> CallProbe::probe(const Device& device) {
  if (sound_ == kEnough) return std::nullopt;
  if (auto damage = probe_failed_events(device)) return damage;
  if (device.info().coarse_svm)
    if (auto damage = probe_svm_free(device)) return damage;
  ++sound_;
  return std::nullopt;
}

Damage wrong_call(std::string what) {
  Damage damage{};
  damage.what = Damage::What::WrongCall;
  damage.name = std::move(what);
  return damage;
}

}  // namespace assay::opencl
