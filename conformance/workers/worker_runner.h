#pragma once

#include <functional>
#include <memory>

#include "conformance/route/kernel_library.h"
#include "conformance/run/runner.h"
#include "conformance/workers/worker_process.h"

namespace assay::conformance {

/// Runs cases in a worker process, so that a driver that crashes or hangs gives a verdict, which
/// every case of its batch gets. After that, a new worker is used.
class WorkerRunner : public Runner {
 public:
  /// Starts the first worker. Throws Error if it cannot open the device, or if WorkerOptions::go_on
  /// gives false before it does.
  explicit WorkerRunner(WorkerOptions options);

  const opencl::DeviceInfo& device() const override { return device_; }
  std::vector<std::string> variants(const specs::Spec& spec,
                                    const std::vector<ops::DataType>& types) override;
  std::span<const Judgement> run(std::span<const specs::Case> cases, const Route& route) override;
  /// Has a worker compare the expected answer of a case file with what the oracle permits, so that
  /// an end need not wait for a large case. `variant` is that of the case's route, or empty. `what`
  /// tells where the answer is not permitted; it is empty where the two agree, or where the case
  /// has no expected answer. Gives the judgement of a case of which no worker could tell. Throws
  /// Error.
  std::optional<Judgement> dispute(const specs::Case& c, const std::string& variant,
                                   std::string& what);

  void refresh() override;
  void attend(Attendance* attendance) override;
  unsigned incidents() override;

 private:
  /// Starts a worker if there is none.
  void start();
  /// Sends a request about so many cases, and to a new worker again if one was killed from outside.
  /// `take` says whether it understands a reply. Gives the cases' judgement if the worker was lost.
  /// Throws Error where a worker tells one of a single case.
  std::optional<Judgement> ask(const Message& request, std::size_t cases, const VariantName& name,
                               const std::function<bool(const Message&)>& take);
  /// Takes the judgements from a reply to a request of so many cases. False where it cannot be
  /// understood, or has another number of them.
  bool take(const Message& message, std::size_t cases);

  WorkerOptions options_;
  KernelLibrary library_;
  std::unique_ptr<WorkerProcess> worker_;
  opencl::DeviceInfo device_;
  std::vector<Judgement> judgements_;
  Attendance* attendance_ = nullptr;
  unsigned incidents_ = 0;
};

}  // namespace assay::conformance
