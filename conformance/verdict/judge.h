#pragma once

#include "conformance/verdict/checks.h"
#include "conformance/verdict/verdict.h"
#include "opencl/launch/launch.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// How a variant's answers may differ from the oracle's and be right: a copy through a floating
/// type may quiet a signalling NaN (OpenCL does not ask for those), and flush denormals where the
/// device lacks CL_FP_DENORM.
struct Leniency {
  bool quiets_nans = false;
  bool flushes_denormals = false;
};

/// The leniency that a variant is due on a device, for one output's data type.
Leniency leniency_of(const opencl::Variant& variant, ops::DataType type,
                     const opencl::DeviceInfo& device);

/// Whether what came at a position is right: permitted, or within a leniency that is due.
bool accepts(const ops::PermittedTensor& permitted, const Leniency& leniency,
             std::uint64_t position, std::uint64_t came);

/// Judges cases of a batch. Keeps its buffers from one case to the next.
class Judge {
 public:
  Judge(const opencl::Variant& variant, const opencl::DeviceInfo& device, Checks checks = Checks{})
      : variant_(variant), device_(device), checks_(std::move(checks)) {}

  /// The verdict of case `index` of a batch that was launched.
  Judgement judge(const ops::Problem& problem, const ops::Permitted& permitted,
                  const opencl::BatchOutcome& outcome, std::size_t index);

 private:
  const opencl::Variant& variant_;
  const opencl::DeviceInfo& device_;
  Checks checks_;
  ops::Bytes packed_;
};

/// What a set permits at a position, in words: `3 (0x40400000)`, `2.5 .. 2.75`, `any of 3 values`.
std::string describe_permitted(const ops::PermittedTensor& permitted, std::uint64_t position);

/// A value with its bits: `3 (0x40400000)`.
std::string describe_value(ops::DataType type, std::uint64_t bits);

/// The coordinates of a logical position.
ops::List coordinates_of(const ops::List& sizes, std::uint64_t position);

}  // namespace assay::conformance
