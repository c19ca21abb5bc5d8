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
#include "conformance/run/bench.h"
#include "conformance/verdict/differential.h"
#include "conformance/verdict/judge.h"
#include "opencl/launch/launch.h"
#include "ops/kept_vector.h"
#include "ops/permitted.h"
#include "specs/case.h"

namespace assay::conformance {

/// Whether a batch fits: no buffer beyond what the device allots at once, all of them, with as much
/// again on the host, in half of its memory, and all that is kept here of tensors and of what they
/// may hold in half of `memory` bytes, where there is such a bound; with `beside`, with as large a
/// batch made ready beside it.
bool fits(std::span<const specs::Case> cases, const opencl::DeviceInfo& device,
          std::optional<std::uint64_t> memory = {}, bool beside = false);

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
class Pipeline : public Bench {
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
  void launch(std::span<const specs::Case> cases, const opencl::KernelFile& file,
              const opencl::Variant& variant, const Route& route);

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
