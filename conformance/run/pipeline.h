#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/route/route.h"
#include "conformance/run/local_runner.h"
#include "conformance/verdict/differential.h"
#include "conformance/verdict/judge.h"
#include "opencl/launch/launch.h"
#include "ops/kept_vector.h"
#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// What a device's arithmetic may do, from what it says of itself.
ops::FloatModel float_model(const opencl::DeviceInfo& device);

/// Seconds spent in the stages of cases' path, builds aside.
struct PipelineTimes {
  double fill = 0, oracle = 0;
  opencl::LaunchTimes launch;
  double judge = 0;

  double total() const { return fill + oracle + launch.total() + judge; }
};

/// What a pipeline is made with.
struct PipelineOptions {
  /// A folder whose `OPERATOR.cl` files stand in for those built in.
  std::optional<std::filesystem::path> kernels = {};
  /// Bytes that this process may take.
  std::optional<std::uint64_t> memory = {};
  Checks checks = Checks{};
};

/// The path of a case on one device: fill, oracle, launch, judge. Keeps programs and buffers.
class Pipeline : public LocalRunner {
 public:
  explicit Pipeline(opencl::Device device, PipelineOptions options = {});

  const opencl::DeviceInfo& device() const override { return launcher_.device().info(); }

  /// The variants that the device can run on these data types (by tensor place).
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types) override {
    return library_.offered(spec, types, device());
  }

  KernelLibrary& library() override { return library_; }

  /// Told of each change of stage: building, running, idle.
  void watch(std::function<void(Stage)> watcher) override { watcher_ = std::move(watcher); }

  std::vector<std::string> variants(const specs::Spec& spec,
                                    const std::vector<ops::DataType>& types) override;
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route& route) override;
  void prepare(std::span<const specs::Case> cases) override;
  void meanwhile(std::function<void()> work) override { meanwhile_ = std::move(work); }

  /// Seconds spent in building programs, and in the first launch of each, when drivers compile the
  /// rest. No rate counts them.
  double build_seconds() const override { return build_seconds_; }

  /// The seconds since the last measure().
  PipelineTimes times() const;
  /// As Launcher's.
  void measure(bool waits);

 private:
  /// Filled cases, and what the oracle permits of each; kept from batch to batch.
  struct Prepared {
    std::span<const specs::Case> of;
    ops::KeptVector<ops::Problem> problems;
    ops::KeptVector<ops::Permitted> permitted;
    bool is_of(std::span<const specs::Case> cases) const {
      return of.data() == cases.data() && of.size() == cases.size();
    }
  };
  void prepare(std::span<const specs::Case> cases, Prepared& prepared);
  bool skip_all(std::span<const specs::Case> cases, const opencl::Variant& variant,
                const Route& route);
  /// Launches the cases that are ready, and judges them.
  void launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
              const opencl::Variant& variant, const Route& route);

  /// A launch of the cases that are ready, of which `example` is the first.
  struct Launch {
    const specs::Case* example;
    const opencl::KernelFile* file;
    const opencl::Variant* variant;
    const Route* route;
    opencl::LaunchOptions options;
  };
  /// What of a launch drivers do for the first time: build its programs, compile at the launch.
  struct Novelty {
    bool builds, compiles;
  };
  Novelty note(const specs::Case& example, const Route& route);
  /// Builds what is not built, launches, and tells the watcher and the build's clock of it.
  const opencl::BatchOutcome& first_launch(const Launch& launch);
  /// Launches the cases once more and judges by the difference.
  void compare_with_other_poison(const Launch& launch, const opencl::BatchOutcome& outcome,
                                 Judge& judge);

  Checks checks_;
  std::optional<std::uint64_t> memory_;
  KernelLibrary library_;
  opencl::Launcher launcher_;
  std::function<void(Stage)> watcher_ = [](Stage) {};
  ops::FloatModel model_;
  Prepared now_, next_;
  std::function<void()> meanwhile_;
  std::vector<Judgement> judgements_;
  Differential differential_;
  /// What was built, and what was launched, by all that drivers may compile anew for.
  std::set<std::string> built_, launched_;
  double build_seconds_ = 0;
  PipelineTimes times_;
};

}  // namespace assay::conformance
