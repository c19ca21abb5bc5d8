#pragma once

#include <string>

#include "opencl/device/device.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// Of which types denormals may become zero on a device.
struct Flushed {
  bool floats = false, halves = false;

  /// According to the device's own description. A device without halves flushes none.
  static Flushed on(const opencl::DeviceInfo& device) {
    return {!device.denormals32, device.fp16 && !device.denormals16};
  }
};

/// What oracles are told of the arithmetic by which answers come about. KernelLibrary::arithmetic()
/// gives that of a route's variant.
class Arithmetic {
 public:
  /// That of a variant's text, which must outlive this.
  static Arithmetic own(const opencl::Variant& variant, Flushed flushed) {
    return {model(ops::Profile::Own, flushed, variant.computes_in_half()), &variant};
  }
  /// One of which nothing is known but whether it is done in halves, which a variant says: of a
  /// user's kernels, of a backend, of a case file's expected answer.
  static Arithmetic free(Flushed flushed, bool in_half = false) {
    return {model(ops::Profile::Free, flushed, in_half), nullptr};
  }

  /// That of one case.
  ops::FloatModel of(const specs::Case& c) const {
    if (!variant_ || !variant_->sums) return model_;
    return with_depth(c);
  }
  /// What is known of the sums in an answer and of halves, as sentences. Empty for a case whose
  /// answer depends on none of them.
  std::string text(const specs::Case& c) const;

 private:
  Arithmetic(const ops::FloatModel& model, const opencl::Variant* variant)
      : model_(model), variant_(variant) {}
  static ops::FloatModel model(ops::Profile profile, Flushed flushed, bool in_half) {
    return {.flush32 = flushed.floats,
            .profile = profile,
            .in_half = in_half,
            .flush16 = flushed.halves};
  }
  ops::FloatModel with_depth(const specs::Case& c) const;

  ops::FloatModel model_;
  const opencl::Variant* variant_;
};

}  // namespace assay::conformance
