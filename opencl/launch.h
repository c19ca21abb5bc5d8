#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/call_failure.h"
#include "opencl/device.h"
#include "opencl/kernel_file.h"
#include "opencl/launch_options.h"
#include "opencl/launch_times.h"
#include "ops/problem.h"

namespace assay::opencl {

/// Bytes that a batch changed and must not have: the first ones of a region, and how many.
struct Damage {
  enum class What : std::uint8_t {
    GuardBefore,
    GuardAfter,
    InputChanged,
    ScratchBefore,
    ScratchAfter,
    DescriptorChanged,
    /// No damage by this launch alone: of two with different poison an answer differed.
    PoisonRead,
    /// A scalar argument did not come as it was given; no memory of the batch was damaged.
    ArgumentChanged,
  };
  What what;
  /// Of the batch. For guards the nearest case; for what lies behind all descriptors the last one.
  std::size_t case_index;
  /// A tensor's place, a scratch's number in the variant, an argument's; 0 for descriptors.
  std::size_t place;
  /// The tensor member, the scratch, the scalar argument, or `cases`.
  std::string name;
  /// Bytes from the tensor's (scratch's, descriptor's, argument's) first byte; negative before it.
  std::int64_t offset;
  std::uint8_t expected, came;
  /// Damaged bytes in the region.
  std::uint64_t count;

  friend bool operator==(const Damage&, const Damage&) = default;
};

/// `guard before`, `input changed`, …
std::string_view name_of(Damage::What what);

/// What came of a batch. Spans into the launcher's memory, valid until its next launch.
struct BatchOutcome {
  /// Where set, there are no outputs.
  std::optional<CallFailure> failure;
  std::vector<Damage> damages;

  /// The memory of a case's tensor after the run: total_bytes() of it, strided as described.
  std::span<const std::byte> memory(std::size_t case_index, std::size_t place) const {
    return memories[case_index * tensor_count + place];
  }

  /// The same before the run: of an output the poison that shows where nothing was written.
  std::span<const std::byte> before(std::size_t case_index, std::size_t place) const {
    return befores[case_index * tensor_count + place];
  }

  std::size_t tensor_count = 0;
  std::vector<std::span<const std::byte>> memories, befores;
};

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
