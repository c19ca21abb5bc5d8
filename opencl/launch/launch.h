#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"
#include "opencl/launch/launch_times.h"
#include "opencl/memory/batch_outcome.h"
#include "opencl/program/kernel_file.h"
#include "ops/problem.h"

namespace assay::opencl {

/// The groups along dimension 0 that a pass is launched with: the most that one of the problems
/// needs. Throws KernelFileError where the pass's expression has no value.
std::size_t groups_of(const Pass& pass, const KernelFile& file,
                      std::span<const ops::Problem> problems, std::size_t local);

/// Runs batches on one device. Keeps buffers, host images and built programs from one launch to
/// the next.
class Launcher {
 public:
  explicit Launcher(Device device);
  ~Launcher();
  Launcher(Launcher&&) noexcept;
  Launcher& operator=(Launcher&&) noexcept;

  const Device& device() const;

  /// Runs `problems`, at least one, all valid, of the file's operator and of the same data types,
  /// as one batch. `meanwhile`, which must not throw, is done once all commands are queued, before
  /// their end is waited for; not at all where the launch fails before. The outcome is valid until
  /// the next launch. Throws KernelFileError where the kernel file itself is at fault (an argument
  /// of unknown name, an undefined expression).
  const BatchOutcome& launch(const KernelFile& file, const Variant& variant,
                             std::span<const ops::Problem> problems,
                             const LaunchOptions& options = {},
                             std::function<void()> meanwhile = {});

  /// Builds what launch() would need for these data types (by tensor place), if it is not built
  /// yet. Gives how the build failed.
  std::optional<CallFailure> build(const KernelFile& file, const Variant& variant,
                                   std::span<const ops::DataType> types,
                                   const LaunchOptions& options = {});

  /// The seconds of all launches since the last measure().
  const LaunchTimes& times() const;

  /// Starts times() anew. With `waits` each launch from now on waits until its upload and its run
  /// are done, so that times() tells them apart: slower, and another order of events for the
  /// driver.
  void measure(bool waits);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace assay::opencl
