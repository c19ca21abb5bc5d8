#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"
#include "opencl/launch/launch_times.h"
#include "opencl/launch/repetitions.h"
#include "opencl/memory/batch_outcome.h"
#include "opencl/program/builds.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/merged_source.h"
#include "ops/problem.h"

namespace assay::opencl {

/// Runs batches on one device. Buffers, host images and built programs are kept from one launch to
/// the next.
class Launcher {
 public:
  explicit Launcher(Device device);
  ~Launcher();
  Launcher(Launcher&&) noexcept;
  Launcher& operator=(Launcher&&) noexcept;

  const Device& device() const;

  /// How many cases one launch may have at most. Constant memory may have room for few cases, or
  /// for none.
  std::size_t most_cases(const KernelFile& file, const LaunchOptions& options);

  /// Runs `problems` as one batch. There must be at least one and at most most_cases(); all must be
  /// valid, of the file's operator, and of the same data types. `meanwhile` must not throw; it is
  /// called once, when all commands are queued and before the launch waits for their end, or never
  /// if the launch fails before that. The outcome is valid until the next launch. Throws
  /// KernelFileError if the kernel file itself is wrong (an argument of unknown name, an undefined
  /// expression).
  const BatchOutcome& launch(const KernelFile& file, const Variant& variant,
                             std::span<const ops::Problem> problems,
                             const LaunchOptions& options = {},
                             std::function<void()> meanwhile = {});

  /// Builds what launch() would need for these data types (by tensor place), if it is not built
  /// yet. If it is one of the units in `together`, they become one program. Returns null, or the
  /// outcome of a batch whose build failed, which is valid until the next call. A launch after a
  /// failure may build again, and would hide it.
  const BatchOutcome* build(const KernelFile& file, const Variant& variant,
                            std::span<const ops::DataType> types, const LaunchOptions& options = {},
                            std::span<const BuildUnit> together = {});

  /// What a launch of problems of these data types (by tensor place) makes the driver do for the
  /// first time.
  struct Novelty {
    /// A program is built; or a kernel is launched at a local size, or with an offset, for the
    /// first time, so that the driver may compile it.
    bool builds = false, compiles = false;
  };
  Novelty novelty(const KernelFile& file, const Variant& variant,
                  std::span<const ops::DataType> types, const LaunchOptions& options = {});

  /// What was built so far.
  Builds builds() const;

  /// The seconds spent in all launches since the last measure().
  const LaunchTimes& times() const;

  /// Sets times() to zero. If `waits` is true, each launch from now on waits for the end of its
  /// upload and of its run, so that times() tells them apart. This is slower, and the driver sees
  /// other events.
  /// With `runs`, for which it must wait, each launch runs its passes so often, one time after the
  /// other on the same memory, and times().run has the median: no input may be an output's memory
  /// then.
  void measure(bool waits, const Repetitions& runs = {});

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace assay::opencl
