#pragma once

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
  /// Says where the expected answer of a case file is not one that the oracle permits. Empty if the
  /// case is not disputed or has no expected answer, or if the worker cannot tell. A worker asks
  /// the oracle, so that an end need not wait for a large case.
  std::string dispute(const specs::Case& c);

  void refresh() override;
  void attend(Attendance* attendance) override;
  unsigned incidents() override;

 private:
  /// Starts a worker if there is none.
  void start();
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
