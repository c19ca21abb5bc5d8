#pragma once

#include "conformance/route/kernel_library.h"
#include "conformance/run/backend.h"
#include "conformance/run/local_runner.h"
#include "conformance/verdict/judge.h"
#include "ops/float_mode.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// Runs cases with a vendor's library. A valid case is filled, run and judged. An invalid case must
/// be refused.
class BackendRunner : public LocalRunner {
 public:
  /// Loads the library. Throws Error if Backend does.
  explicit BackendRunner(const std::filesystem::path& library);

  /// A device with the library's name and file name. It supports all data types.
  const opencl::DeviceInfo& device() const override { return device_; }
  std::vector<const opencl::Variant*> offered(const specs::Spec& spec,
                                              std::span<const ops::DataType> types) override;
  KernelLibrary& library() override { return library_; }
  std::vector<std::string> variants(const specs::Spec& spec,
                                    const std::vector<ops::DataType>& types) override;
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route& route) override;
  void watch(std::function<void(Stage)> watcher) override { watcher_ = std::move(watcher); }

 private:
  Judgement refusal(const specs::Case& c, std::size_t broken);
  Judgement answer(const specs::Case& c);

  Backend backend_;
  opencl::DeviceInfo device_;
  /// Each function of the backend after this point is called in its own floating-point mode.
  ops::ForeignFloatMode backends_mode_;
  KernelLibrary library_;
  std::function<void(Stage)> watcher_ = [](Stage) {};
  ops::Problem problem_;
  ops::Permitted permitted_;
  std::vector<Judgement> judgements_;
};

}  // namespace assay::conformance
