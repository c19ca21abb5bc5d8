#include "opencl/launch/call_probe.h"

#include <utility>

#include "opencl/device/references.h"
#include "opencl/launch/failed_events.h"
#include "opencl/launch/svm_free.h"

namespace assay::opencl {

std::optional<Damage> CallProbe::probe(const Device& device) {
  if (sound_ == kEnough) return std::nullopt;
  failed_ = true;
  check_references();
  auto wrong = probe_failed_events(device);
  // After a command was terminated, what its context has may be released or not.
  refused_reference();
  if (!wrong && asks_svm_free(device.info())) wrong = probe_svm_free(device);
  check_references();
  failed_ = false;
  if (!wrong) ++sound_;
  return wrong;
}

Damage wrong_call(std::string what) {
  Damage damage{};
  damage.what = Damage::What::WrongCall;
  damage.name = std::move(what);
  return damage;
}

}  // namespace assay::opencl
