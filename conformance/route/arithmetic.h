#pragma once

#include <string>

#include "opencl/device/device.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// Whether FLOAT32 denormals may become zero on a device, according to its own description.
bool flushes_denormals(const opencl::DeviceInfo& device);

/// What oracles are told of the arithmetic by which answers come about. KernelLibrary::arithmetic()
/// gives that of a route's variant.
class Arithmetic {
 public:
  /// That of a variant's text, which must outlive this.
  static Arithmetic own(const opencl::Variant& variant, bool flush32) {
    return {{.flush32 = flush32, .profile = ops::Profile::Own}, &variant};
  }
  /// One of which nothing is known: of a user's kernels, a backend, a case file's expected answer.
  static Arithmetic free(bool flush32) {
    return {{.flush32 = flush32, .profile = ops::Profile::Free}, nullptr};
  }

  /// That of one case.
  ops::FloatModel of(const specs::Case& c) const {
    if (!variant_ || !variant_->sums) return model_;
    return with_depth(c);
  }
  /// What is known of the sums in an answer, as a sentence. Empty for a case whose answer adds up
  /// no floats, since nothing depends on it.
  std::string text(const specs::Case& c) const;

 private:
  Arithmetic(const ops::FloatModel& model, const opencl::Variant* variant)
      : model_(model), variant_(variant) {}
  ops::FloatModel with_depth(const specs::Case& c) const;

  ops::FloatModel model_;
  const opencl::Variant* variant_;
};

}  // namespace assay::conformance
