#pragma once

#include <filesystem>
#include <functional>
#include <optional>
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

/// Seconds spent in each step of running cases, without the time of builds.
struct PipelineTimes {
  double fill = 0, oracle = 0;
  opencl::LaunchTimes launch;
  double judge = 0;

  double total() const { return fill + oracle + launch.total() + judge; }
};

/// The options of a pipeline.
struct PipelineOptions {
  /// A folder whose `OPERATOR.cl` files replace the built-in ones.
  std::optional<std::filesystem::path> kernels = {};
  KernelLibrary::Folder whose = KernelLibrary::Folder::OfUser;
  /// Bytes of memory that this process may use. If it is not set, there is no bound.
  std::optional<std::uint64_t> memory = {};
  Checks checks = Checks{};
};

/// Runs cases on one device: fill, oracle, launch, judge. It keeps programs and buffers for later
/// batches.
class Pipeline : public LocalRunner {
 public:
  explicit Pipeline(opencl::Device device, PipelineOptions options = {});

  const opencl::DeviceInfo& device() const override { return launcher_.device().info(); }

  /// The variants that the device can run on these data types, which are in the order of the
  /// tensors' places.
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types) override {
    return library_.offered(spec, types, device());
  }

  KernelLibrary& library() override { return library_; }

  /// `watcher` is called at each change of stage: building, running, idle.
  void watch(std::function<void(Stage)> watcher) override { watcher_ = std::move(watcher); }

  std::vector<std::string> variants(const specs::Spec& spec,
                                    const std::vector<ops::DataType>& types) override;
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route& route) override;
  void prepare(std::span<const specs::Case> cases, const Route& route) override;
  void meanwhile(std::function<void()> work) override { meanwhile_ = std::move(work); }
  void foresee(std::function<std::vector<opencl::BuildUnit>()> units) override {
    if (merges_) foreseen_ = std::move(units);
  }

  opencl::Builds builds() const override { return launcher_.builds(); }

  /// The seconds since the last measure().
  PipelineTimes times() const;
  /// Sets times() to 0. `waits` has the meaning that it has in Launcher::measure().
  void measure(bool waits);

 private:
  /// Filled cases, and what the oracle permits for each. The memory is kept from batch to batch.
  struct Prepared {
    std::span<const specs::Case> of;
    const opencl::Variant* variant = nullptr;
    ops::KeptVector<ops::Problem> problems;
    ops::KeptVector<ops::Permitted> permitted;
    bool is_of(std::span<const specs::Case> cases, const opencl::Variant& by) const {
      return of.data() == cases.data() && of.size() == cases.size() && variant == &by;
    }
  };
  void prepare(std::span<const specs::Case> cases, const opencl::Variant& variant,
               Prepared& prepared);
  bool skip_all(std::span<const specs::Case> cases, const opencl::Variant& variant,
                const Route& route);
  /// Prepares the cases if that is not done yet, launches them, and judges them. There are several
  /// launches where one cannot have all of them.
  void launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
              const opencl::Variant& variant, const Route& route);

  /// A launch of prepared cases: of `count` of them from `first` on. `example` is one of them.
  struct Launch {
    std::size_t first, count;
    const specs::Case* example;
    const opencl::KernelFile* file;
    const opencl::Variant* variant;
    const Route* route;
    opencl::LaunchOptions options;
  };
  void launch_and_judge(const Launch& launch);
  std::span<const ops::Problem> problems_of(const Launch& launch) const;
  /// Builds the programs that are not built yet, and launches. Tells the watcher the stages.
  const opencl::BatchOutcome& first_launch(const Launch& launch);
  /// Launches the cases again as often as the route says, by the same kernel objects, until a
  /// judged answer differs from the first one so that a case diverges.
  void repeat(const Launch& launch, Judge& judge);
  /// Launches the cases again with other poison, and judges the differences between the two
  /// answers.
  void compare_with_other_poison(const Launch& launch, Judge& judge);

  Checks checks_;
  std::optional<std::uint64_t> memory_;
  KernelLibrary library_;
  opencl::Launcher launcher_;
  std::function<void(Stage)> watcher_ = [](Stage) {};
  Prepared now_, next_;
  std::function<void()> meanwhile_;
  /// Whether programs are built together. A user's own kernels are built as they stand.
  bool merges_;
  std::function<std::vector<opencl::BuildUnit>()> foreseen_;
  std::vector<Judgement> judgements_;
  Differential differential_;
  PipelineTimes times_;
};

}  // namespace assay::conformance
